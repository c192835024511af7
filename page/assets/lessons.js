// Lessons: a question, a scenario to change, and a check by the simulator.

import {busy, fill, h, styled} from './dom.js';
import {live} from './live.js';
import {sheet} from './lessons_sheet.js';

let screen = null;

export const view = {
  name: 'lessons', title: 'Lessons',
  async mount(section, context) {
    await styled('lessons.css');
    const {lessons, error} = await context.ask({do: 'lessons'});
    if (error) throw new Error(error.text);
    screen = course(section, context, lessons);
  },
  show() { screen.show(); },
  hide() { screen.hide(); },
  arrive() { screen.show(); },
};

const narrow = matchMedia('(max-width: 900px)');

function course(section, context, lessons) {
  const here = h('summary'), list = h('ol'), place = h('div', {class: 'lesson-place'});
  const contents = h('details', {class: 'side contents', open: !narrow.matches}, here, h('nav', {'aria-label': 'Lessons'}, list));
  const passed = record(), asker = live(context.ask);
  let shown = 0, open = null;
  section.append(h('div', {class: 'bench'}, contents, place));

  const address = n => `#/lessons?lessons.n=${n}`;
  const clamp = n => Math.min(lessons.length, Math.max(1, Math.trunc(n) || 1));

  // turn goes to another lesson, with nothing answered yet.
  async function turn(n) {
    open?.leave();
    context.setParam('lessons.n', n);
    await show();
    if (narrow.matches) contents.open = false;
    place.querySelector('h2')?.focus();
    scrollTo({top: 0});
  }

  function mark() {
    const done = lessons.filter(l => passed.has(l.name)).length;
    fill(here, `Lesson ${shown} of ${lessons.length} `, h('span', {class: 'done'}, done ? `${done} passed` : ''));
    fill(list, lessons.map(l => h('li', {class: passed.has(l.name) ? 'passed' : null}, h('a', {
      href: address(l.number), 'aria-current': l.number === shown ? 'page' : null,
      onclick: event => { event.preventDefault(); turn(l.number); },
    }, l.title, passed.has(l.name) ? h('span', {class: 'unseen'}, ', passed') : null))));
  }

  async function show() {
    const n = clamp(context.param('lessons.n'));
    if (n === shown) return open?.show();
    open?.hide();
    open = null;
    shown = n;
    mark();
    busy(place, true);
    const answer = await asker.next({do: 'lesson', lesson: n});
    if (answer === null) return; // another one has taken its place
    busy(place, false);
    if (!answer.lesson) return failed(answer.error.text);
    open = sheet(context, answer.lesson, () => { passed.add(answer.lesson.name); mark(); });
    const step = (to, text) => to >= 1 && to <= lessons.length ? h('button', {type: 'button', onclick: () => turn(to)}, `${text}: ${lessons[to - 1].title}`) : h('span');
    fill(place, open.element, h('div', {class: 'turn'}, step(n - 1, 'Back'), step(n + 1, 'Next')));
    open.show();
  }

  // failed says why a lesson is not there. To ask for it again may help, such as where the server was away.
  function failed(why) {
    open = null;
    shown = 0;
    fill(place, h('p', {class: 'box problem', role: 'alert'}, `The lesson cannot be shown: ${why}. `, h('button', {type: 'button', onclick: show}, 'Ask again')));
  }

  return {show, hide: () => open?.hide()};
}

// record remembers in this browser which lessons have been passed, where it may.
function record() {
  const key = 'collsim.lessons';
  let names = [];
  try { names = [JSON.parse(localStorage.getItem(key)) ?? []].flat(); } catch { /* a browser that keeps nothing */ }
  return {
    has: name => names.includes(name),
    add(name) {
      if (names.includes(name)) return;
      names.push(name);
      try { localStorage.setItem(key, JSON.stringify(names)); } catch { /* it is passed all the same */ }
    },
  };
}
