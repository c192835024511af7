// Compare: two questions, and from which component the difference comes.

import {called} from './answer.js';
import {side} from './asking.js';
import {stack, swatch} from './breakdown.js';
import {copy} from './copy.js';
import {fill, h, table} from './dom.js';
import {editor} from './editor.js';
import {glance} from './glance.js';
import {results} from './remarks.js';
import {spell} from './repeat.js';
import {standing} from './standing.js';
import {count, exact, time} from './units.js';

let screen = null;

export const view = {
  name: 'compare', title: 'Compare',
  async mount(section, context) { screen = compare(section, context); },
  show() { screen.show(); },
  hide() { screen.hide(); },
};

function compare(section, context) {
  const {store, second} = context;
  if (!second.get()) second.set(rival(context), 'address');
  const asking = standing(context, {request: () => ({do: 'compare', a: store.request(), b: second.request()}), take, confirm: anyway});
  const sides = {a: party(context, store, 'A', asking.changed), b: party(context, second, 'B', asking.changed)};
  const outcome = h('div', {class: 'answer'});
  asking.element.append(outcome, h('section', {class: 'panel repeat'}, h('h2', {}, 'The same runs elsewhere'), h('div', {class: 'two'}, sides.a.repeat, sides.b.repeat)));
  const summary = glance(() => asking.element.scrollIntoView({block: 'start'}));
  section.append(summary.element, h('div', {class: 'bench'}, h('aside', {class: 'side', 'aria-label': 'Controls'}, switcher(context, sides)), asking.element));

  function take(got, again) {
    const mended = ['a', 'b'].filter(name => got[name] && sides[name].take(got[name]));
    if (mended.length > 0) return;
    outcome.classList.toggle('old', !got.difference);
    asking.notice.clear();
    const old = outcome.hasChildNodes(), big = got.ask ?? got.a?.ask ?? got.b?.ask;
    const wrong = ['a', 'b'].filter(name => got[name]?.problems || got[name]?.error);
    if (got.difference) {
      draw(outcome, got, context);
      const [pair] = got.difference.pairs;
      if (pair) {
        summary.show(`A ${time(pair.before_ps)}, B ${time(pair.after_ps)}`, `B takes ${pair.ratio ?? '-'} times as long`);
        context.say(`${time(pair.before_ps)} against ${time(pair.after_ps)}`);
      }
      return;
    }
    summary.wrong(big && wrong.length === 0);
    if (wrong.length === 1) asking.notice.wrong(got[wrong[0]], {old, whose: wrong[0].toUpperCase(), again: asking.ask});
    else if (wrong.length > 1) asking.notice.wrong({problems: wrong.flatMap(name => complaints(name, got[name]))}, {old, whose: 'A and B'});
    else if (big) asking.notice.ask(big, again, null);
    else asking.notice.wrong(got, {old, again: asking.ask});
  }

  return asking;
}

// complaints are what is wrong with one side, with its letter.
const complaints = (name, {error, problems}) => (error ? [error.text] : problems.map(p => p.says)).map(text => ({says: `${name.toUpperCase()}: ${text}`}));

// anyway asks for both although they are big.
const anyway = asked => ({...asked, a: {...asked.a, sure: true}, b: {...asked.b, sure: true}});

// rival is what is set against the first question when nobody has said it: the next algorithm of the collective.
function rival(context) {
  const asked = context.store.get(), flags = new Map(asked.flags);
  const all = context.options.collectives.find(c => c.name === flags.get('collective'))?.algorithms ?? [];
  const at = all.indexOf(flags.get('algorithm'));
  if (at >= 0 && all.length > 1) flags.set('algorithm', all[(at + 1) % all.length]);
  return {...asked, flags};
}

// party is one of the two: its controls, its command and its scenario.
function party(context, store, letter, wanted) {
  const here = side(store, context.options, wanted);
  const command = h('code', {class: 'command'});
  const cleared = () => Object.fromEntries([...store.get().flags.keys()].map(name => [name, null]));
  const sheet = editor(context, {title: `Scenario of ${letter} (YAML)`, use: text => store.change({scenario: text, library: '', variant: '', flags: cleared()})});
  const base = h('p', {class: 'base lead'});
  const head = () => {
    const {scenario, library} = store.get();
    base.hidden = !scenario && !library;
    base.textContent = scenario ? 'Laid over a scenario, which is below.' : `Laid over ${library}.`;
  };
  store.onChange(head);
  head();
  let yaml = '';
  return {
    element: h('div', {}, base, here.element),
    repeat: h('div', {}, h('h3', {}, letter), command, h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: event => copy(event.target, command.textContent)}, 'Copy command')), sheet.element),
    // take reads this side's part of an answer; true = it is asked again.
    take(answer) {
      const said = here.take(answer);
      if (said === true) return true;
      if (answer.command) spell(command, answer.command);
      if (answer.yaml) yaml = answer.yaml;
      const inFile = (answer.problems ?? []).filter(p => p.line > 0);
      sheet.show(inFile.length && store.get().scenario ? store.get().scenario : yaml, inFile);
      return false;
    },
  };
}

// switcher shows the controls of one side at a time.
function switcher(context, sides) {
  const pages = {a: sides.a.element, b: sides.b.element};
  const buttons = {};
  const choose = name => {
    for (const one of ['a', 'b']) {
      pages[one].hidden = one !== name;
      buttons[one].setAttribute('aria-pressed', one === name ? 'true' : 'false');
    }
  };
  for (const name of ['a', 'b']) buttons[name] = h('button', {type: 'button', onclick: () => choose(name)}, name === 'a' ? 'A, as in Explore' : 'B');
  const swap = () => {
    const a = context.store.get(), b = context.second.get();
    context.store.set(b);
    context.second.set(a);
  };
  const alike = () => { context.second.set(context.store.get()); choose('b'); };
  choose('b');
  return [h('div', {class: 'base'},
    h('div', {class: 'tabs', role: 'group', 'aria-label': 'Whose controls'}, buttons.a, buttons.b),
    h('div', {class: 'tabs'}, h('button', {type: 'button', onclick: swap}, 'Swap'), h('button', {type: 'button', onclick: alike}, 'B from A'))), pages.a, pages.b];
}

// draw lays a difference out. Scenarios with variants give several pairs.
function draw(box, got, context) {
  const {difference} = got;
  const a = results(got.a), b = results(got.b);
  const of = (list, name) => list.find(r => (r.variant ?? '') === (name ?? '')) ?? list[0];
  fill(box, difference.pairs.map(pair => [pair.name ? h('h2', {}, pair.name) : null, headline(pair, of(a, pair.name), of(b, pair.name), context), parts(pair)]),
    unmatched(difference));
}

function headline(pair, a, b, context) {
  const scale = Math.max(pair.before_ps, pair.after_ps);
  const adds = pair.after_ps - pair.before_ps;
  const verdict = adds === 0 ? 'A and B take the same time, to the picosecond.'
    : `B takes ${pair.ratio ?? '-'} times as long: ${adds > 0 ? '+' : ''}${time(adds)}.`;
  const line = (letter, r, ps) => h('div', {class: 'lane'}, h('b', {class: 'letter'}, letter),
    h('div', {}, h('p', {class: 'asked'}, h('span', {}, called(r), `; library ${r.library}`)), stack(r.critical_path, context.components, {scale})),
    h('div', {class: 'number'}, h('strong', {'data-ps': ps}, time(ps)), h('span', {class: 'exact'}, `${count(ps)} ps`)));
  return h('section', {class: 'panel headline'}, h('p', {class: 'verdict'}, verdict), line('A', a, pair.before_ps), line('B', b, pair.after_ps), whys(a, b));
}

const whys = (a, b) => h('dl', {class: 'whys'}, [['A', a], ['B', b]].map(([letter, r]) => [h('dt', {}, letter), h('dd', {}, r.why)]));

function parts(pair) {
  const {components} = pair;
  const most = Math.max(1, ...components.map(c => Math.abs(c.adds_ps)));
  const total = Math.max(pair.before_ps, pair.after_ps);
  const signed = ps => (ps > 0 ? '+' : '') + exact(ps, total);
  const rows = components.map(c => [[swatch(c.component), c.component], exact(c.before_ps, total), exact(c.after_ps, total), signed(c.adds_ps), swing(c.component, c.adds_ps / most)]);
  const sum = ['total', exact(pair.before_ps, total), exact(pair.after_ps, total), signed(pair.after_ps - pair.before_ps), ''];
  return h('section', {class: 'panel difference'}, h('h2', {}, 'Where the difference comes from'),
    components.length ? table('The difference by component', ['component', '>A', '>B', '>B adds', '_as a bar'], [...rows, sum], {class: 'parts swings'}) : h('p', {class: 'lead'}, 'No component differs.'),
    h('div', {class: 'two'}, changes(pair), figures(pair)));
}

// swing is a bar to the left for what B saves and to the right for what it adds.
function swing(component, share) {
  const bar = h('span', {class: share < 0 ? 'swing saves' : 'swing adds', 'aria-hidden': 'true'}, h('span'));
  bar.firstChild.style.width = `${Math.max(1, 50 * Math.abs(share))}%`;
  bar.firstChild.style.background = `var(--c-${component})`;
  return bar;
}

// changes are what the two questions differ in: keys of the scenario at once, parameters of other hardware when they are asked for.
function changes(pair) {
  if (pair.changes.length === 0) return h('p', {class: 'lead'}, 'A and B are the same question. Change one thing in B.');
  const rows = list => table('Changes of the scenario', ['key', 'A', 'B'], list.map(c => [c.path, c.before || '-', c.after || '-']));
  const own = pair.changes.filter(c => !c.path.startsWith('set.')), parameters = pair.changes.filter(c => c.path.startsWith('set.'));
  const few = own.length + parameters.length <= 12;
  return h('div', {}, h('h3', {}, 'What is different in the question'), rows(few ? pair.changes : own),
    few ? null : h('details', {class: 'below'}, h('summary', {}, `${parameters.length} parameters`), rows(parameters)));
}

const figures = pair => pair.figures.length ? h('div', {}, h('h3', {}, 'Other figures'),
  table('Other figures that differ', ['figure', '>A', '>B'], pair.figures.map(f => [figureName(f.name.trim()), f.before, f.after]))) : null;

// figureName says of what a share is one: the line above it in a terminal does not stand here.
const figureName = name => name === 'of the total' ? 'lower bound, of the total' : name;

function unmatched({gone, new: fresh}) {
  const list = [...gone.map(name => `A alone has ${name}.`), ...fresh.map(name => `B alone has ${name}.`)];
  return list.length ? h('p', {class: 'box note'}, list.join(' ')) : null;
}
