// The picture in words, for who cannot see it, and lists to choose from with the keyboard.

import {fill, h} from './dom.js';
import {bin, pathAt, under} from './watch_film.js';
import {bytes, count, tenths, things, time} from './units.js';

const most = 12; // of each kind are listed

// describe counts what happens at an instant.
export function describe(film, components, t) {
  const m = film.messages, waits = new Map();
  const found = {under: 0, posting: 0, moving: 0, done: 0, waits, list: [], stopped: [], queues: []};
  under(film, t, i => {
    found.under++;
    if (found.list.length < most) found.list.push(i);
    if (t < m.sent[i]) { found.posting++; return; }
    if (t >= m.arrived[i]) { found.done++; return; }
    for (let h = m.hops[i]; h < m.hops[i + 1]; h++) {
      if (t >= m.hopEnd[h]) continue;
      if (t < m.hopMove[h]) waits.set(m.hopWhy[h], (waits.get(m.hopWhy[h]) ?? 0) + 1);
      else found.moving++;
      break;
    }
  });
  const now = bin(film, t);
  for (const p of film.ports.all) {
    if (p.stops[now] >= 250) found.stopped.push(p.edge);
    if (p.queue[now] > 0 && !film.source[p.edge]) found.queues.push(p);
  }
  found.queues.sort((a, b) => b.queue[now] - a.queue[now]);
  found.words = sentence(film, components, t, found);
  return found;
}

function sentence(film, components, t, f) {
  const words = [`At ${time(t)}`];
  words.push(f.under === 0 ? 'no message is under way' : `${things(f.under, 'message')} under way`);
  if (f.posting) words.push(`${count(f.posting)} being posted`);
  if (f.moving) words.push(`${count(f.moving)} moving`);
  for (const [c, n] of f.waits) words.push(components[c].name === 'serialize' ? `${count(n)} behind other bytes of their senders` : `${count(n)} held up by ${components[c].name}`);
  if (f.done) words.push(`${count(f.done)} arrived and not yet in place`);
  if (f.stopped.length) words.push(`${things(f.stopped.length, 'port')} standing still`);
  const at = pathAt(film, t);
  const where = at < 0 ? '' : film.path.row[at] >= 0 ? film.rows[film.path.row[at]].name : film.path.edge[at] >= 0 ? film.edges.name[film.path.edge[at]] : '';
  return `${words.join(', ')}.${at < 0 ? '' : ` The critical path: ${components[film.path.component[at]].name}${where ? ` at ${where}` : ''}.`}`;
}

// wordsView is the text below the pictures.
export function wordsView(context, choose) {
  const sentence = h('p', {class: 'watch-sentence'});
  const lists = h('div', {class: 'watch-lists'});
  const details = h('details', {class: 'panel'}, h('summary', {}, 'This instant in words'), lists);
  const button = (text, what) => h('button', {type: 'button', class: 'place', onclick: () => choose(what)}, text);

  return {
    sentence, details,
    show(film, t) {
      const f = describe(film, context.components, t);
      sentence.textContent = f.words;
      if (!details.open) return f;
      const m = film.messages, now = bin(film, t);
      fill(lists,
        f.list.length === 0 ? null : [h('h4', {}, f.under > f.list.length ? `Messages under way, the first ${f.list.length} of ${count(f.under)}` : 'Messages under way'),
          h('ul', {}, f.list.map(i => h('li', {}, button(`${film.rows[m.from[i]].name} to ${film.rows[m.to[i]].name}`, {message: i}),
            ` ${bytes(m.bytes[i])}, round ${m.round[i]}, ${t < m.sent[i] ? `will be sent at ${time(m.sent[i])}` : `arrives at ${time(m.arrived[i])}`}`)))],
        f.queues.length === 0 ? null : [h('h4', {}, 'Queues in the network'),
          h('ul', {}, f.queues.slice(0, most).map(p => h('li', {}, button(film.edges.name[p.edge], {edge: p.edge}), ` ${bytes(p.queue[now])} wait, sends ${tenths(p.sends[now])}`)))],
        f.stopped.length === 0 ? null : [h('h4', {}, 'Ports that stand still'),
          h('ul', {}, f.stopped.slice(0, most).map(e => h('li', {}, button(film.edges.name[e], {edge: e}), film.edges.pauses[e] ? ' paused' : ' without credit')))]);
      return f;
    },
  };
}
