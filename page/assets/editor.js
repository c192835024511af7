// A scenario as YAML: to read, to change, to save and to load, with what is wrong beside its line.

import {copy} from './copy.js';
import {fill, fresh, h} from './dom.js';

const mostBytes = 1 << 20; // of a file that is worth reading

// editor shows a YAML text. use(text) is called when the reader wants it to be the question.
export function editor(context, {use, title = 'Scenario (YAML)', open = false}) {
  const id = fresh('yaml');
  const area = h('textarea', {id, class: 'yaml', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 12, 'aria-describedby': `${id}-problems`});
  const gutter = h('pre', {class: 'gutter', 'aria-hidden': 'true'});
  const problems = h('ul', {class: 'problems', id: `${id}-problems`});
  const apply = h('button', {type: 'button', class: 'primary', disabled: true, onclick: () => use(area.value)}, 'Run this');
  const undo = h('button', {type: 'button', disabled: true, onclick: () => { shown = null; show(given, []); }}, 'Undo');
  const file = h('input', {type: 'file', class: 'unseen', id: `${id}-file`, accept: '.yaml,.yml,text/*', onchange: () => load(file.files[0])});
  const element = h('details', {class: 'editor', open}, h('summary', {}, title),
    h('label', {for: id, class: 'unseen'}, title), h('div', {class: 'sheet'}, gutter, area), problems,
    h('div', {class: 'buttons'}, apply, undo,
      h('label', {class: 'button', for: `${id}-file`}, 'Load a file'), file,
      h('button', {type: 'button', onclick: save}, 'Save'),
      h('button', {type: 'button', onclick: event => copy(event.target, area.value)}, 'Copy YAML')));
  let given = '', shown = null;

  area.addEventListener('input', () => { changed(); number([]); });
  area.addEventListener('scroll', () => { gutter.scrollTop = area.scrollTop; });
  element.addEventListener('dragover', event => event.preventDefault());
  element.addEventListener('drop', event => {
    event.preventDefault();
    load(event.dataTransfer.files[0]);
  });

  function changed() {
    const own = area.value !== given;
    apply.disabled = undo.disabled = !own;
  }

  function number(wrong) {
    const lines = area.value.split('\n').length;
    fill(gutter, Array.from({length: lines}, (_, i) => {
      const here = wrong.filter(p => p.line === i + 1);
      return [here.length ? h('mark', {title: here.map(p => p.what).join('; ')}, String(i + 1)) : String(i + 1), '\n'];
    }));
    gutter.scrollTop = area.scrollTop;
  }

  // show puts a text in, unless the reader is changing the one that is there, and marks what is wrong.
  function show(text, wrong) {
    given = text;
    if (shown === null || area.value === shown) area.value = text;
    shown = area.value === text ? text : shown;
    changed();
    number(wrong);
    fill(problems, wrong.map(p => h('li', {}, h('button', {type: 'button', class: 'place', onclick: () => jump(p)}, `line ${p.line}:${p.column}`), ' ', p.what,
      p.text ? `: “${p.text}”` : '', p.valid ? `; valid: ${p.valid}` : '')));
    if (wrong.length) element.open = true;
  }

  function jump(p) {
    const before = area.value.split('\n').slice(0, p.line - 1).join('\n').length + (p.line > 1 ? 1 : 0);
    const at = before + Math.max(0, p.column - 1);
    area.focus();
    area.setSelectionRange(at, at + Math.max(1, (p.text ?? '').length));
  }

  async function load(chosen) {
    if (!chosen) return;
    file.value = '';
    if (chosen.size > mostBytes) return fill(problems, h('li', {}, `${chosen.name} is too large for a scenario.`));
    const text = await chosen.text();
    area.value = text;
    shown = text;
    use(text);
  }

  function save() {
    const address = URL.createObjectURL(new Blob([area.value], {type: 'application/yaml'}));
    h('a', {href: address, download: 'scenario.yaml'}).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  return {element, show};
}
