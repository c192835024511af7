// How to get the same numbers again: the command line, the scenario as YAML, the address of the page.

import {copy} from './copy.js';
import {fill, h} from './dom.js';
import {editor} from './editor.js';
import {firstQuestion, linkable} from './state.js';

// repeatView has the panel below the answer, and base: what the controls are laid over.
export function repeatView(context) {
  const {store} = context;
  const command = h('code', {class: 'command', id: 'command'});
  const link = h('button', {type: 'button', onclick: event => copy(event.target, location.href)}, 'Copy link');
  const base = h('div', {class: 'base'});
  let yaml = '';

  const sheet = editor(context, {
    use: text => context.change({scenario: text, library: '', variant: '', flags: Object.fromEntries([...store.get().flags.keys()].map(name => [name, null]))}),
  });
  const element = h('section', {class: 'panel repeat', hidden: true}, h('h2', {}, 'The same run elsewhere'),
    h('div', {class: 'copyable'}, command, h('button', {type: 'button', onclick: event => copy(event.target, command.textContent)}, 'Copy command'), link),
    sheet.element);

  store.onChange(head);
  head();

  // head says what the controls start from, where that is a file.
  function head() {
    const {scenario, library} = store.get();
    link.disabled = !linkable(store.get());
    link.title = link.disabled ? 'The scenario is too long for an address: save it instead.' : '';
    const drop = () => context.change(afresh());
    fill(base, scenario || library ? h('div', {class: 'box note'}, 'Laid over ', h('b', {}, scenario ? 'your scenario' : library), '. ',
      h('button', {type: 'button', onclick: drop}, 'Start afresh')) : null, builtIn(context));
  }

  return {
    base, element,
    show(answer, rest) {
      element.hidden = false;
      if (answer.command) spell(command, answer.command);
      if (answer.yaml) yaml = answer.yaml;
      const inFile = (answer.problems ?? rest).filter(p => p.line > 0);
      sheet.show(inFile.length && store.get().scenario ? store.get().scenario : yaml, inFile);
    },
  };
}

// spell writes a command line that breaks between flags only.
export function spell(element, text) {
  fill(element, text.split(/ (?=--)/).map((word, i) => [i ? ' ' : '', h('span', {}, word)]));
}

// afresh is the question of a page that has just been opened.
const afresh = () => ({scenario: '', library: '', variant: '', flags: Object.fromEntries(firstQuestion().flags)});

// builtIn offers the scenarios that come with the program.
function builtIn(context) {
  const topics = new Map();
  for (const s of context.options.scenarios) topics.set(s.topic, [...topics.get(s.topic) ?? [], s]);
  const {library, scenario} = context.store.get();
  const select = h('select', {id: 'built-in'}, h('option', {value: ''}, 'none'), [...topics].map(([topic, all]) =>
    h('optgroup', {label: topic}, all.map(s => h('option', {value: s.name, title: s.description, selected: !scenario && s.name === library}, s.name)))));
  select.addEventListener('change', () => {
    const flags = Object.fromEntries([...context.store.get().flags.keys()].map(name => [name, null]));
    context.change(select.value ? {library: select.value, scenario: '', variant: '', flags} : afresh());
  });
  return h('div', {class: 'field'}, h('label', {for: 'built-in'}, 'Built-in scenario'), h('div', {class: 'input'}, select));
}
