// One lesson: its text, the controls of what may change, the run as given beside one's own, and the check.

import {copy} from './copy.js';
import {busy, fill, h} from './dom.js';
import {editor} from './editor.js';
import * as fields from './fields.js';
import {comparison, verdictOf} from './lessons_verdict.js';
import {prose} from './lessons_prose.js';
import {later, live} from './live.js';
import {board, progressBar} from './notice.js';
import {flagOf, results} from './remarks.js';
import * as state from './state.js';

// prefix is that of an answer in the address of the page: lessons.algorithm=tree.
const prefix = 'lessons.';

// sheet shows a lesson. passed() is called when an answer is right.
export function sheet(context, lesson, passed) {
  const store = state.store(read(context, lesson));
  const figures = comparison(context), outcome = h('div', {class: 'outcome', 'aria-live': 'polite'});
  const runs = runner(context, lesson, store, figures);
  const desk = answers(context, lesson, store);
  const checker = live(context.ask), notice = board(), progress = progressBar(() => checker.stop());
  const button = h('button', {type: 'button', class: 'primary', onclick: () => check()}, 'Check my answer');

  store.onChange(() => {
    write(context, lesson, store.get());
    checker.stop();
    fill(outcome);
    notice.clear();
    desk.show();
    runs.ask();
  });

  async function check(sure = {}) {
    busy(outcome, true);
    progress.begin();
    const got = await checker.next({do: 'check', lesson: lesson.number, ...store.request(), ...sure}, progress.tell);
    if (got === null && checker.busy()) return; // a newer one has taken its place
    progress.end();
    busy(outcome, false);
    if (got === null) return;
    notice.clear();
    if (got.ask) return notice.ask(got.ask, () => check({sure: true}), null);
    if (!got.verdict) return notice.wrong(got, {again: () => check(sure)});
    fill(outcome, verdictOf(got, context));
    if (got.verdict.passed) passed();
    context.say(got.verdict.passed ? 'That is right.' : 'Not yet.');
  }

  const part = (title, blocks, ...more) => h('section', {class: 'panel'}, h('h3', {}, title), prose(blocks, context), more);
  const fold = (title, ...content) => h('details', {class: 'panel more'}, h('summary', {}, title), content);
  const element = h('article', {class: 'lesson'},
    h('h2', {tabindex: -1}, `${lesson.number}. ${lesson.title}`),
    part('Question', lesson.question),
    part('The scenario', lesson.setting, desk.yaml, elsewhere(context, store)),
    part('What to look at', lesson.look),
    h('section', {class: 'panel yours'}, h('h3', {}, 'Your answer'), h('p', {class: 'lead'}, allowed(lesson)), desk.element, runs.notice, figures.element,
      asks(lesson), h('div', {class: 'buttons'}, button, h('button', {type: 'button', onclick: desk.reset}, 'As given')), progress.element, notice.element, outcome),
    fold('A hint', prose(lesson.hint, context)),
    fold('A solution, and why', h('div', {class: 'copyable'}, h('code', {class: 'command'}, `collsim lesson check ${lesson.number} ${lesson.answer}`),
      h('button', {type: 'button', onclick: event => copy(event.target, `collsim lesson check ${lesson.number} ${lesson.answer}`)}, 'Copy command')), prose(lesson.solution, context)));
  desk.show();
  runs.tell(desk);
  return {
    element,
    show: () => { write(context, lesson, store.get()); runs.show(); },
    hide: () => { runs.hide(); checker.stop(); progress.end(); },
    leave: () => clear(context, lesson),
  };
}

const allowed = lesson => lesson.most > 0 && lesson.most < lesson.change.length ? `Change at most ${lesson.most} of these.`
  : lesson.change.length > 1 ? 'Change one of these, or several.' : 'Change this.';

const asks = lesson => h('div', {class: 'asks'}, h('p', {class: 'lead'}, 'It is right when'),
  h('ul', {}, lesson.asks.map(a => h('li', {}, a.words, ' ', h('code', {}, a.that)))));

// The answer in the address.

function read(context, lesson) {
  const flags = new Map();
  for (const {key} of lesson.change) {
    const value = context.param(prefix + key);
    if (value) flags.set('set.' + key, value);
  }
  return {scenario: context.param(prefix + 'yaml') ?? lesson.yaml, library: '', variant: '', flags};
}

function write(context, lesson, {scenario, flags}) {
  for (const {key} of lesson.change) context.setParam(prefix + key, flags.get('set.' + key) ?? null);
  context.setParam(prefix + 'yaml', scenario === lesson.yaml || !state.linkable({scenario}) ? null : scenario);
  context.setParam(prefix + 'n', lesson.number);
}

function clear(context, lesson) {
  for (const {key} of lesson.change) context.setParam(prefix + key, null);
  context.setParam(prefix + 'yaml', null);
}

// answers are the controls of the keys that may change, and the scenario as a text for whoever would rather write.
function answers(context, lesson, store) {
  const made = lesson.change.map(change => {
    const name = 'set.' + change.key, set = value => store.change({flags: {[name]: value || null}});
    const label = [h('span', {}, change.words), ' ', h('code', {}, change.key)];
    const field = change.key === 'bytes' ? fields.size(name, label, change.words, set)
      : change.offers ? fields.word(name, label, change.words, () => change.offers, set)
      : fields.text(name, label, change.words, set);
    return {field, name, change};
  });
  const own = editor(context, {title: 'The scenario as YAML', use: text => store.change({scenario: text, flags: Object.fromEntries(made.map(m => [m.name, null]))})});
  let size = 0; // of the buffer, for the slider

  const show = () => {
    const {flags, scenario} = store.get();
    for (const {field, name, change} of made) {
      field.show(flags.get(name) ?? '', scenario === lesson.yaml && change.now ? `as given: ${change.now}` : 'as given', size);
      field.remark();
    }
    own.show(scenario, []);
  };
  return {
    element: h('form', {class: 'fields', 'aria-label': 'Your answer', onsubmit: event => event.preventDefault()}, made.map(m => m.field.element)),
    yaml: own.element, show,
    reset: () => store.set({scenario: lesson.yaml, library: '', variant: '', flags: new Map()}),
    answered(result) {
      size = result.bytes;
      show();
    },
    // problems says beside each control what is wrong with it, and beside the lines of the text. It gives the rest.
    problems(all) {
      const at = p => made.find(m => m.name === flagOf(p.flag));
      for (const p of all) at(p)?.field.remark({kind: 'problem', text: p.valid ? `${p.what}; valid: ${p.valid}` : p.what});
      own.show(store.get().scenario, all.filter(p => p.line > 0));
      return all.filter(p => !at(p) && p.line === 0);
    },
  };
}

// runner plays the scenario as given once and the answer whenever it changes, and sets them side by side.
function runner(context, lesson, store, figures) {
  const first = live(context.ask), asker = live(context.ask), notice = board(), progress = progressBar(() => { first.stop(); asker.stop(); });
  let start = null, shown = false, stale = true, sure = '', desk = null;

  const soon = later(() => { if (shown) ask(); }, 30);

  async function ask() {
    stale = false;
    busy(figures.element, true);
    progress.begin();
    const question = store.request(), key = JSON.stringify(question);
    const given = start ? {result: start} : await first.next({do: 'run', lane: 'given', scenario: lesson.yaml, flags: []});
    start ??= given?.result ?? null;
    const got = start ? await asker.next({do: 'run', lane: 'answer', ...question, ...(sure === key ? {sure: true} : {})}, progress.tell) : given;
    if (got === null && (first.busy() || asker.busy())) return; // a newer one has taken its place
    progress.end();
    if (!shown) return;
    busy(figures.element, false);
    if (got === null) return notice.stopped(ask);
    notice.clear();
    figures.element.classList.toggle('old', !got.result);
    if (got.result) {
      figures.show(start, results(got)[0]);
      desk.answered(results(got)[0]);
    }
    else if (got.ask) notice.ask(got.ask, () => { sure = key; ask(); }, null);
    else if (!got.problems || desk.problems(got.problems).length > 0) notice.wrong(got, {again: ask});
  }

  return {
    notice: h('div', {}, progress.element, notice.element),
    ask() { stale = true; soon(); },
    tell: those => { desk = those; }, // who is told of answers and problems
    show() { shown = true; if (stale) ask(); },
    hide() { shown = false; if (asker.busy() || first.busy()) stale = true; asker.stop(); first.stop(); progress.end(); },
  };
}

// elsewhere opens the answer in the other views.
function elsewhere(context, store) {
  const open = name => () => {
    const old = Object.fromEntries([...context.store.get().flags.keys()].map(flag => [flag, null]));
    const {scenario, flags} = store.get();
    context.change({scenario, library: '', variant: '', flags: {...old, ...Object.fromEntries(flags)}});
    context.go(name);
  };
  return h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: open('explore')}, 'Open in Explore'), h('button', {type: 'button', onclick: open('watch')}, 'Watch it'));
}
