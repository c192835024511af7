// Play, pause, step, scrub, speed.

import {fill, h} from './dom.js';
import {time} from './units.js';
import {perSecond} from './watch_clock.js';

const speeds = [.1, .25, .5, 1, 2, 4];
const grain = 10_000; // of the scrubber

export function controlsView(context, on) {
  let film = null, shown = null;
  const icon = (word, title, onclick) => h('button', {type: 'button', class: 'watch-icon', title, onclick}, word);
  const play = h('button', {type: 'button', class: 'primary watch-play', title: 'Play or pause (space)', onclick: on.play}, 'Play');
  const scrub = h('input', {type: 'range', id: 'watch-scrub', min: 0, max: grain, step: 1, value: 0, 'aria-label': 'Instant'});
  const readout = h('output', {class: 'watch-readout', for: 'watch-scrub'});
  const speed = h('select', {id: 'watch-speed'}, speeds.map(x => h('option', {value: x, selected: x === 1}, `${x} x`)));
  const pace = h('span', {class: 'lead'});
  const path = h('input', {type: 'checkbox', id: 'watch-path', checked: true});
  const windows = h('span', {class: 'watch-windows'});

  const wanted = Number(context.param('watch.speed') ?? 1);
  if (speeds.includes(wanted)) speed.value = String(wanted);

  scrub.addEventListener('input', () => on.scrub(film.from + Number(scrub.value) / grain * (film.until - film.from)));
  scrub.addEventListener('change', on.settle);
  speed.addEventListener('change', () => {
    context.setParam('watch.speed', speed.value === '1' ? null : speed.value);
    on.speed(Number(speed.value));
    told();
  });
  path.addEventListener('change', on.path);

  const told = () => { pace.textContent = film ? `a second shows ${time(Math.round(perSecond(film, Number(speed.value))))}` : ''; };

  const element = h('div', {class: 'panel watch-controls', role: 'group', 'aria-label': 'Playback'},
    h('div', {class: 'watch-buttons'}, play, icon('Start', 'To the start (Home)', () => { on.scrub(film.from); on.settle(); }), icon('\u2039 Round', 'A round back (left arrow)', () => on.step(-1)),
      icon('Round \u203a', 'A round on (right arrow)', () => on.step(1)), readout),
    scrub,
    h('div', {class: 'watch-choices'}, h('label', {for: 'watch-speed'}, 'Speed'), speed, pace,
      h('label', {class: 'check', for: 'watch-path'}, path, 'Critical path'),
      h('span', {class: 'watch-zoom'}, icon('Zoom in', 'Show less time in the rows', () => on.zoom(2)), icon('Zoom out', 'Show more time in the rows', () => on.zoom(.5))), windows));

  return {
    element,
    path: () => path.checked,
    speed: () => Number(speed.value),
    film(next) {
      film = next;
      shown = null;
      told();
      fill(windows, film.from > 0 ? h('button', {type: 'button', onclick: () => on.window(0)}, 'From the start') : null,
        film.until < film.total ? h('button', {type: 'button', onclick: () => on.window(film.until)}, 'What follows') : null);
    },
    at(t, round, playing) {
      const value = Math.round((t - film.from) / Math.max(1, film.until - film.from) * grain);
      const words = `${time(Math.round(t))} of ${time(film.total)}, ${round.begun} of ${round.of} rounds begun`;
      if (words !== shown) {
        readout.textContent = shown = words;
        scrub.setAttribute('aria-valuetext', words);
      }
      if (document.activeElement !== scrub || playing) scrub.value = value;
      const word = playing ? 'Pause' : 'Play';
      if (play.textContent !== word) play.textContent = word;
    },
  };
}
