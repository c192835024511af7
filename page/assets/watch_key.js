// What colours and marks mean.

import {fill, h} from './dom.js';
import {swatch} from './breakdown.js';
import {inks} from './watch_ink.js';

// keyView lists the marks that a film needs, and the components that it shows.
export function keyView(context) {
  const element = h('div', {class: 'watch-key'});
  const mark = kind => h('span', {class: `watch-mark ${kind}`, 'aria-hidden': 'true'});

  function ramp() {
    const bar = h('span', {class: 'watch-ramp', 'aria-hidden': 'true'});
    for (const colour of inks(context.theme() === 'dark')) {
      const part = h('span');
      part.style.background = colour;
      bar.append(part);
    }
    return bar;
  }

  let film = null;
  context.onTheme(() => { if (film) show(film); });
  return {element, show};

  function show(next) {
      film = next;
      const there = new Set(film.spans.component);
      for (const c of film.messages.legComponent) there.add(c);
      const data = !film.buffers ? null : film.buffers.reduces ? ['one rank\u2019s data', 'of all ranks'] : null;
      fill(element, h('ul', {},
        data ? h('li', {}, data[0], ' ', ramp(), ' ', data[1]) : null,
        film.buffers ? h('li', {}, mark('buffer'), film.buffers.reduces ? 'a rank\u2019s buffer, part by part' : 'what a rank has of what it is to get') : null,
        h('li', {}, mark('held'), 'a message that is held up, for what the colour says'),
        h('li', {}, mark('queue'), 'bytes that wait at a port'),
        film.ports.all.some(p => p.stopped_ps > 0 && film.edges.pauses[p.edge]) ? h('li', {}, mark('paused'), 'a port that is paused') : null,
        film.ports.all.some(p => p.stopped_ps > 0 && !film.edges.pauses[p.edge]) ? h('li', {}, mark('starved'), 'a port without credit') : null,
        h('li', {}, mark('path'), 'the critical path')),
      h('ul', {}, context.components.filter((c, i) => there.has(i)).map(c => h('li', {title: c.doc}, swatch(c.name), c.name))),
      h('p', {class: 'lead'}, 'Rows: high, a rank\u2019s own work; low, a message to it is on its way; pale, its peer has not sent yet.'));
  }
}
