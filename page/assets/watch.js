// Watch: the run as an animation, over the drawn topology and over ranks and time.

import {busy, fill, h, styled} from './dom.js';
import {later, live} from './live.js';
import {board, progressBar} from './notice.js';
import {time} from './units.js';
import {clock} from './watch_clock.js';
import {controlsView} from './watch_controls.js';
import {detailView} from './watch_detail.js';
import {components, decode, roundAt} from './watch_film.js';
import {frames} from './watch_frames.js';
import {keyView} from './watch_key.js';
import {pickers} from './watch_pick.js';
import {pictures} from './watch_pictures.js';
import {wordsView} from './watch_words.js';

let screen = null;

export const view = {
  name: 'watch', title: 'Watch',
  async mount(section, context) {
    await styled('watch.css');
    screen = watch(section, context);
  },
  show() { screen.show(); },
  arrive() { screen.arrive(); },
  hide() { screen.hide(); },
};

function watch(section, context) {
  components(context.components);
  const notice = board(), body = h('div', {class: 'watch-body', hidden: true});
  const show = player(body, section, context);
  const asker = live(context.ask), progress = progressBar(() => asker.stop());
  let asked = '', sure = '', shown = false;
  section.append(h('div', {class: 'watch-top'}, progress.element, notice.element), body);

  const now = () => JSON.stringify(context.question());

  async function ask(from = 0) {
    const question = context.question(), key = now();
    if (asked && asked !== key) context.setParam('watch.t', null);
    asked = key;
    show.pause();
    busy(body, true);
    progress.begin();
    const got = await asker.next({do: 'timeline', ...question, ...(from > 0 ? {from_ps: from} : {}), ...(sure === key ? {sure: true} : {})}, progress.tell);
    if (got === null && asker.busy()) return;
    progress.end();
    busy(body, false);
    if (got?.messages) {
      notice.clear();
      body.hidden = false;
      body.classList.remove('old');
      show.open(decode(got), ask);
      return;
    }
    body.classList.add('old');
    if (got === null) {
      asked = '';
      if (shown) notice.stopped(() => ask(from));
    } else if (got.ask) notice.ask(got.ask, () => { sure = key; ask(from); }, lighter(question));
    else notice.wrong(got, {again: () => ask(from)});
  }

  const lighter = question => question.flags.some(f => f[0] === 'fidelity' && f[1] === 'message') ? null : () => context.change({flags: {fidelity: 'message'}});
  const soon = later(() => { if (shown && asked !== now()) ask(); }, 60);
  context.onChange(() => { if (shown) soon(); });
  document.addEventListener('keydown', event => {
    if (shown && (event.target === document.body || section.contains(event.target) || event.target.id === 'main')) show.key(event);
  });
  return {
    show() {
      shown = true;
      if (asked === now()) show.lay();
      else ask();
    },
    // arrive takes an instant from an address that has changed.
    arrive() {
      if (asked === now()) show.to(context.param('watch.t'));
    },
    hide() {
      shown = false;
      show.pause();
      asker.stop();
    },
  };
}

// player shows a film and lets one play with it.
function player(body, section, context) {
  const ticks = clock(draw, settle), counted = frames(ticks);
  let film = null, chosen = null, told = 0, more = null;

  const images = pictures(context, {choose, scrub: t => { ticks.to(t); settle(); }});
  const detail = detailView(context, choose), words = wordsView(context, choose), key = keyView(context), picker = pickers(choose);
  const controls = controlsView(context, {
    play: () => { ticks.toggle(); settle(); },
    step: by => { ticks.step(by); settle(); },
    scrub: t => ticks.to(t), settle, speed: x => ticks.speed(x), path: draw,
    zoom: by => { images.zoom(by, ticks.now()); draw(); },
    window: from => more(from),
  });
  const title = h('div', {class: 'watch-title'}), notes = h('div', {class: 'watch-notes'});
  body.append(h('div', {class: 'watch-main'}, title, notes, controls.element, words.sentence, images.element, h('div', {class: 'panel'}, key.element)),
    h('aside', {class: 'watch-side', 'aria-label': 'What is chosen'}, detail.element, picker.element, words.details));
  words.details.addEventListener('toggle', () => { if (film) words.show(film, ticks.now()); });
  context.onTheme(relay);
  images.onResize(relay);

  function relay() {
    images.lay();
    draw();
  }

  function choose(what) {
    chosen = what && film ? complete(film, what) : null;
    for (const part of [detail, picker, images]) part.choose(chosen);
    draw();
  }

  function draw() {
    if (!film || !section.isConnected || section.hidden) return;
    const t = ticks.now(), now = performance.now();
    const drawn = images.draw(t, controls.path());
    controls.at(t, roundAt(film, t), ticks.playing());
    if (now - told > 200 || !ticks.playing()) {
      told = now;
      detail.tell(t);
      words.show(film, t);
    }
    counted.drew(drawn);
  }

  // settle tells in words where one has come to rest.
  function settle() {
    if (!film || ticks.playing()) return;
    draw();
    context.say(words.sentence.textContent);
    context.setParam('watch.t', ticks.now());
  }

  return {
    lay: relay,
    pause: () => ticks.pause(),
    to(wanted) {
      if (film && wanted !== null && Number(wanted) !== ticks.now()) ticks.to(first(film, wanted));
    },
    open(next, ask) {
      film = counted.film = own(next, context.components);
      more = ask;
      chosen = null;
      fill(title, h('p', {}, titleOf(film)), variantPicker(film, context));
      fill(notes, film.notes.map(n => h('p', {class: 'lead'}, n)));
      for (const part of [detail, picker, key, controls, images]) (part.film ?? part.show)(film);
      ticks.film(film, controls.speed());
      ticks.to(first(film, context.param('watch.t')));
      context.say(`The run takes ${time(film.total)}. ${words.sentence.textContent}`);
    },
    key(event) {
      if (film && press(event)) event.preventDefault();
    },
  };

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.matches('input, select, textarea')) return false;
    if (event.key === ' ' && event.target.matches('button, summary, a')) return false;
    const part = (film.until - film.from) / 200, at = ticks.now();
    const does = {
      ' ': () => ticks.toggle(), Home: () => ticks.to(film.from), End: () => ticks.to(film.until),
      ArrowRight: () => event.shiftKey ? ticks.to(at + part) : ticks.step(1), ArrowLeft: () => event.shiftKey ? ticks.to(at - part) : ticks.step(-1),
      Escape: () => choose(null),
    }[event.key];
    does?.();
    if (does) settle();
    return Boolean(does);
  }
}

// own adds what pictures look up: components by name, which ports are a rank's own, and the row of each box.
function own(film, components) {
  film.numbers = Object.fromEntries(components.map((c, i) => [c.name, i]));
  film.source = Array.from(film.edges.from, b => ['gpu', 'node'].includes(film.boxes[b].kind));
  film.rowOf = film.boxes.map(() => -1);
  film.rows.forEach((r, i) => { if (r.box >= 0) film.rowOf[r.box] = i; });
  return film;
}

// complete says of a rank where it stands, and of where a rank stands which it is.
function complete(film, what) {
  if (what.box >= 0 && film.rowOf[what.box] >= 0) return {...what, row: film.rowOf[what.box]};
  if (what.row >= 0) return {...what, box: film.rows[what.row].box};
  return what;
}

const levels = {packet: 'packets', message: 'whole messages', flow: 'flows', postal: 'messages alone'};

function titleOf(film) {
  return [h('b', {}, `${film.collective} ${film.algorithm}`), ` on ${film.nodes > 1 ? `${film.nodes} x ` : ''}${film.fabric}, ${film.ranks} rank${film.ranks === 1 ? '' : 's'}: `,
    h('b', {'data-ps': film.total}, time(film.total)), `, by ${levels[film.fidelity] ?? film.fidelity}`];
}

// variantPicker chooses among the variants of a file, where there are several.
function variantPicker(film, context) {
  if ((film.variants ?? []).length < 2) return null;
  const select = h('select', {id: 'watch-variant'}, film.variants.map(name => h('option', {value: name, selected: name === film.variant}, name)));
  select.addEventListener('change', () => context.change({variant: select.value}));
  return h('div', {class: 'field'}, h('label', {for: 'watch-variant'}, 'Variant'), h('div', {class: 'input'}, select));
}

// first is the instant that is shown first: the one of the address, or one at which the first message is on its way.
function first(film, wanted) {
  const t = Number(wanted ?? NaN);
  if (t >= film.from && t <= film.until) return t;
  const m = film.messages;
  return m.count === 0 ? film.from : Math.max(film.from, m.sent[0] + (m.arrived[0] - m.sent[0]) * .6);
}
