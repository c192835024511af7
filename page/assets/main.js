// The frame of the page: views, the address, keys, the theme.

import {colours} from './breakdown.js';
import {fill, h} from './dom.js';
import {open} from './engine.js';
import * as state from './state.js';
import {choose, current, onTheme, shownTheme} from './theme.js';

const views = [
  {name: 'explore', title: 'Explore', doc: 'Ask, and see where the time goes'},
  {name: 'watch', title: 'Watch', doc: 'The run as an animation'},
  {name: 'compare', title: 'Compare', doc: 'Two runs side by side'},
  {name: 'lessons', title: 'Lessons', doc: 'Twelve questions to answer with the simulator'},
];

const main = document.getElementById('main');
const question = state.store(state.firstQuestion());
const second = state.store(null); // what Compare sets against it; null = nobody has asked yet
const own = new Map();            // parameters of views
let here = null;                  // the view that is shown
let context = null;

// The address is written when the question changes and read when somebody else changed it.

function address(view) {
  const parameters = new URLSearchParams();
  if (!plain(question.get())) state.write(question.get(), parameters);
  if (view === 'compare' && second.get()) state.write(second.get(), parameters, state.second);
  for (const [name, value] of own) parameters.set(name, value);
  const text = parameters.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `#/${view}${text ? '?' + text : ''}`;
}

const plain = asked => same(asked, state.firstQuestion());

function publish() {
  const next = address(here.name);
  if (next !== location.hash) history.replaceState(null, '', next);
}

function arrive() {
  const parameters = new URLSearchParams(location.hash.split(/\?(.*)/s)[1] ?? '');
  own.clear();
  for (const [name, value] of parameters) if (state.own(name)) own.set(name, value);
  renew(question, state.read(parameters) ?? state.firstQuestion());
  const other = state.read(parameters, state.second);
  if (other) renew(second, other);
  show(named());
}

const same = (a, b) => JSON.stringify(a && [state.request(a), a.variant]) === JSON.stringify(b && [state.request(b), b.variant]);

// renew tells listeners only of a question that is another one.
function renew(store, asked) {
  if (!same(store.get(), asked)) store.set(asked, 'address');
}

async function show(view) {
  if (here === view) {
    here.made?.arrive?.();
    return;
  }
  here?.made?.hide?.();
  if (here?.section) here.section.hidden = true;
  here = view;
  for (const link of document.querySelectorAll('#views a')) {
    if (link.dataset.view === view.name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${view.title} - collsim`;
  if (view.failed) view.section.remove(); // it may have been the server, which is back
  if (view.failed || !view.section) await make(view);
  if (here !== view) return;
  view.section.hidden = false;
  view.made?.show?.();
}

async function make(view) {
  view.failed = false;
  view.section = h('section', {class: `view ${view.name}`, 'aria-label': view.title});
  main.append(view.section);
  try {
    const module = await import(`./${view.name}.js`);
    await module.view.mount(view.section, context);
    view.made = module.view; // not before: who leaves in the meantime leaves nothing that could be hidden
  } catch (error) {
    console.error(error);
    view.made = null;
    view.failed = true;
    fill(view.section, h('p', {class: 'problem'}, `${view.title} cannot be shown: ${error.message}.`));
  }
}

function go(name) {
  const next = address(name);
  if (next !== location.hash) location.hash = next;
}

function setParam(name, value) {
  if (value === null || value === undefined || value === '') own.delete(name);
  else own.set(name, String(value));
  publish();
}

let unsaid = 0;

// say tells a screen reader what has changed, once it has settled.
function say(text) {
  clearTimeout(unsaid);
  unsaid = setTimeout(() => { document.getElementById('said').textContent = text; }, 400);
}

function makeContext(engine, options) {
  return Object.freeze({
    ask: (request, how) => engine.ask(request, how),
    engine: engine.kind,
    store: question, second,
    question: () => ({...question.request(), ...question.get().variant ? {variant: question.get().variant} : {}}),
    change: patch => question.change(patch, 'view'),
    onChange: question.onChange,
    param: name => own.get(name) ?? null,
    setParam, go, say, options,
    components: options.components,
    theme: shownTheme, onTheme,
  });
}

function navigation() {
  fill(document.getElementById('views'), views.map(v => h('li', {},
    h('a', {href: `#/${v.name}`, 'data-view': v.name, title: v.doc, onclick: event => { event.preventDefault(); go(v.name); }}, v.title))));
  const instead = (selector, f) => document.querySelector(selector).addEventListener('click', event => { event.preventDefault(); f(); });
  instead('.head h1 a', () => go('explore'));
  instead('.skip', () => (document.querySelector('.view:not([hidden]) .answers') ?? main).focus()); // the address is not for places in the page
  const theme = document.getElementById('theme');
  const label = () => {
    theme.textContent = `Theme: ${current()}`;
    theme.title = 'Light, dark, or as the system says (t)';
  };
  theme.addEventListener('click', () => { choose(); label(); });
  label();
  keys(theme);
}

const keyHelp = [
  ['1 2 3 4', 'Explore, Watch, Compare, Lessons'],
  ['/', 'To the first control'],
  ['t', 'Light, dark, or as the system says'],
  ['?', 'This list'],
  ['Space', 'In Watch: play or pause'],
  ['← →', 'In Watch: a round back or on; with Shift a step, Home and End to the ends'],
];

function keys(theme) {
  const help = document.getElementById('help');
  fill(document.getElementById('help-keys'), keyHelp.map(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]));
  const open = () => { if (!help.open) help.showModal(); };
  document.getElementById('keys').addEventListener('click', open);
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || help.open) return;
    const view = views['1234'.indexOf(event.key)];
    if (view && event.key.length === 1) go(view.name);
    else if (event.key === '/') here.section?.querySelector('select, input, textarea')?.focus();
    else if (event.key === 't') theme.click();
    else if (event.key === '?') open();
    else return;
    event.preventDefault();
  });
}

// typing tells whether a key belongs to what has the focus.
const typing = target => target.matches('input:not([type=checkbox]):not([type=radio]):not([type=range]), select, textarea, [contenteditable]');

// named is the view that the address names.
const named = () => views.find(v => v.name === location.hash.replace(/^#\/?/, '').split('?')[0]) ?? views[0];

async function begin() {
  import(`./${named().name}.js`).catch(() => {}); // it is on its way while the engine opens; make says what is wrong with it
  const engine = await open();
  const options = await engine.ask({do: 'options'});
  if (options.error) throw new Error(options.error.text);
  colours(options.components);
  const carrier = document.getElementById('carrier');
  carrier.textContent = engine.kind === 'server' ? 'on this server' : 'in this browser';
  carrier.title = engine.kind === 'server' ? 'collsim serve runs the simulations' : 'The simulations run here, as WebAssembly';
  context = makeContext(engine, options);
  document.getElementById('opening').remove();
  for (const store of [question, second]) store.onChange((asked, origin) => { if (origin !== 'address') publish(); });
  addEventListener('hashchange', arrive);
  arrive();
  performance.mark('collsim.ready'); // for whoever measures: controls can be used
}

navigation();
begin().catch(error => {
  console.error(error);
  fill(main, h('p', {class: 'problem'}, `The simulator cannot be reached: ${error.message}.`));
});
