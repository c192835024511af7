// Lessons: a question, a scenario to change, and a check by the simulator.

import {fill, h} from './dom.js';
import {sheet} from './lessons_sheet.js';

let screen = null;

export const view = {
  name: 'lessons', title: 'Lessons',
  async mount(section, context) {
    await styled('lessons.css');
    const {lessons} = await context.ask({do: 'lessons'});
    screen = course(section, context, lessons);
  },
  show() { screen.show(); },
  hide() { screen.hide(); },
  arrive() { screen.show(); },
};

// styled waits for a style sheet, so that nothing moves when it comes.
const styled = name => new Promise((loaded, failed) => {
  document.head.append(h('link', {rel: 'stylesheet', href: name, onload: loaded, onerror: () => failed(new Error(`${name} is missing`))}));
});

const narrow = matchMedia('(max-width: 900px)');

function course(section, context, lessons) {
  const here = h('summary'), list = h('ol'), place = h('div', {class: 'lesson-place'});
  const contents = h('details', {class: 'side contents', open: !narrow.matches}, here, h('nav', {'aria-label': 'Lessons'}, list));
  const passed = record();
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
    const done = passed.all().length;
    fill(here, `Lesson ${shown} of ${lessons.length}`, h('span', {class: 'done'}, done ? `${done} passed` : ''));
    fill(list, lessons.map(l => h('li', {class: passed.has(l.name) ? 'passed' : null}, h('a', {
      href: address(l.number), 'aria-current': l.number === shown ? 'page' : null,
      onclick: event => { event.preventDefault(); turn(l.number); },
    }, l.title, passed.has(l.name) ? h('span', {class: 'unseen'}, ', passed') : null))));
  }

  async function show() {
    const n = clamp(context.param('lessons.n'));
    if (n === shown) return open?.show();
    open?.hide();
    shown = n;
    mark();
    const answer = await context.ask({do: 'lesson', lesson: n});
    if (n !== shown) return;
    if (!answer.lesson) return fill(place, h('p', {class: 'box problem'}, answer.error?.text ?? 'There is no such lesson.'));
    open = sheet(context, answer.lesson, () => { passed.add(answer.lesson.name); mark(); });
    const step = (to, text) => to >= 1 && to <= lessons.length ? h('button', {type: 'button', onclick: () => turn(to)}, `${text}: ${lessons[to - 1].title}`) : h('span');
    fill(place, open.element, h('div', {class: 'turn'}, step(n - 1, 'Back'), step(n + 1, 'Next')));
    open.show();
  }

  return {show, hide: () => open?.hide()};
}

// record remembers in this browser which lessons have been passed, where it may.
function record() {
  const key = 'collsim.lessons';
  let names = [];
  try { names = JSON.parse(localStorage.getItem(key)) ?? []; } catch { /* a browser that keeps nothing */ }
  return {
    all: () => names,
    has: name => names.includes(name),
    add(name) {
      if (names.includes(name)) return;
      names.push(name);
      try { localStorage.setItem(key, JSON.stringify(names)); } catch { /* it is passed all the same */ }
    },
  };
}
