// What a rank, a port or a message does, in words and as a breakdown.

import {stack, swatch} from './breakdown.js';
import {fill, h} from './dom.js';
import {bin, spanAt} from './watch_film.js';
import {bytes, count, exact, rate, shares, tenths, things, time} from './units.js';

const states = ['works', 'receives', 'waits for a peer', 'waits for another lane'];

// detailView is the panel about what is chosen.
export function detailView(context, choose) {
  const element = h('section', {class: 'panel watch-detail', 'aria-live': 'off'});
  const {components} = context;
  let film = null, chosen = null, now = null;

  const named = list => Object.fromEntries(components.map((c, i) => [c.name, list[i]]));

  // parts is a bar with its table: only what took time, in the order of the ledger.
  function parts(of, label) {
    const all = components.filter(c => of[c.name] > 0);
    const total = all.reduce((s, c) => s + of[c.name], 0);
    const share = shares(all.map(c => of[c.name]));
    return h('div', {class: 'watch-parts'}, stack(of, components, {label}),
      h('table', {}, h('caption', {class: 'unseen'}, label), h('tbody', {},
        all.map((c, i) => h('tr', {}, h('th', {scope: 'row'}, swatch(c.name), h('span', {title: c.doc}, c.name)),
          h('td', {class: 'number'}, exact(of[c.name], total)), h('td', {class: 'number'}, tenths(share[i])))),
        all.length > 1 ? h('tr', {class: 'sum'}, h('th', {scope: 'row'}, 'sum'), h('td', {class: 'number'}, exact(total)), h('td', {class: 'number'}, tenths(1000))) : null)));
  }

  const facts = list => h('dl', {class: 'watch-facts'}, list.filter(f => f).map(([name, what]) => h('div', {}, h('dt', {}, name), h('dd', {}, what))));

  function message(i) {
    const m = film.messages, from = film.rows[m.from[i]].name, to = film.rows[m.to[i]].name;
    const of = Object.fromEntries(components.map(c => [c.name, 0]));
    const way = [];
    for (let l = m.legs[i]; l < m.legs[i + 1]; l++) {
      const name = components[m.legComponent[l]].name;
      of[name] += m.legSpan[l];
      way.push([m.legEdge[l] < 0 ? 'inside a box' : film.edges.name[m.legEdge[l]], [swatch(name), name], exact(m.legSpan[l], m.arrived[i] - m.sent[i])]);
    }
    return [h('h3', {}, `Message from ${from} to ${to}`), facts([
      ['size', bytes(m.bytes[i])], ['round', String(m.round[i])], ['channel', String(m.channel[i])],
      film.buffers?.reduces ? ['reduced', `${tenths(m.share[i])} of all ranks' data`] : null,
      ['posted', time(m.posted[i])], ['sent', time(m.sent[i])], ['arrived', time(m.arrived[i])], ['in its place', time(m.taken[i])],
    ]), h('p', {class: 'lead'}, `On its way for ${time(m.arrived[i] - m.sent[i])}:`), parts(of, 'What the message did on its way'),
    h('details', {}, h('summary', {}, 'Link by link'), h('ol', {class: 'watch-way'}, way.map(([link, what, span]) => h('li', {}, link, h('div', {}, what, ' ', span)))))];
  }

  function rank(row) {
    const r = film.rows[row];
    now = h('dd', {});
    const sums = [r.works_ps, r.receives_ps, r.waits_ps].map(list => list.reduce((a, b) => a + b, 0));
    const one = (title, list, sum) => sum === 0 ? null : [h('h4', {}, title, ' ', h('span', {class: 'lead'}, time(sum))), parts(named(list), title)];
    return [h('h3', {}, r.name), h('dl', {class: 'watch-facts'}, h('div', {class: 'watch-now'}, h('dt', {}, 'now'), now),
      h('div', {}, h('dt', {}, 'ends'), h('dd', {}, time(r.end_ps))), r.parties > 1 ? h('div', {}, h('dt', {}, 'box of'), h('dd', {}, things(r.parties, 'rank'))) : null),
    h('p', {class: 'lead'}, r.parties > 1 ? 'In the whole run, the lane that ends last:' : 'In the whole run:'),
    one('Works', r.works_ps, sums[0]), one('Receives', r.receives_ps, sums[1]), one('Waits for a peer', r.waits_ps, sums[2])];
  }

  function port(e) {
    const p = film.ports.of[e] < 0 ? null : film.ports.all[film.ports.of[e]];
    now = h('dd', {});
    const span = film.total * film.edges.links[e];
    const stopped = film.edges.pauses[e] ? 'paused' : 'without credit';
    return [h('h3', {}, `Port ${film.edges.name[e]}`), facts([
      ['medium', film.edges.medium[e]], ['rate', rate(film.edges.rate[e])], film.edges.links[e] > 1 ? ['links', count(film.edges.links[e])] : null,
      p ? ['sends', `${time(p.busy_ps)}, ${tenths(Math.floor(1000 * p.busy_ps / span))}`] : ['sends', 'nothing'],
      p ? [stopped, p.stopped_ps > 0 ? `${time(p.stopped_ps)}, ${tenths(Math.floor(1000 * p.stopped_ps / span))}` : 'never'] : null,
      p ? ['most that waited', bytes(p.peak_bytes)] : null,
    ]), h('dl', {class: 'watch-facts'}, h('div', {class: 'watch-now'}, h('dt', {}, 'now'), now)),
    p ? [h('p', {class: 'lead'}, 'What messages did here, all of them together:'), parts(named(p.waits_ps), 'What messages did at this port')] : null];
  }

  function other(box) {
    const edges = [];
    for (let e = 0; e < film.edges.count; e++) if (film.edges.from[e] === box && film.ports.of[e] >= 0) edges.push(e);
    const b = film.boxes[box];
    return [h('h3', {}, b.name), h('p', {class: 'lead'}, b.devices > 1 ? `${things(b.devices, 'device')} in one box. ` : `A ${b.kind.replace('-', ' ')}. `, edges.length ? 'Ports that send something:' : 'It sends nothing.'),
      h('ul', {class: 'watch-ports'}, edges.slice(0, 40).map(e => h('li', {}, h('button', {type: 'button', onclick: () => choose({edge: e})}, film.edges.name[e].split('>')[1]),
        ' ', time(film.ports.all[film.ports.of[e]].busy_ps))))];
  }

  function show() {
    now = null;
    if (!film) return fill(element);
    const c = chosen ?? {};
    const content = c.message >= 0 ? message(c.message) : c.row >= 0 ? rank(c.row) : c.edge >= 0 ? port(c.edge) : c.box >= 0 ? other(c.box)
      : [h('h3', {}, 'Look closer'), h('p', {class: 'lead'}, 'Point at a message, a rank or a port in the picture, or choose one below.')];
    return fill(element, content, c.message >= 0 || c.row >= 0 || c.edge >= 0 || c.box >= 0 ? h('div', {class: 'buttons'}, h('button', {type: 'button', onclick: () => choose(null)}, 'Let go')) : null);
  }

  return {
    element,
    film(next) { film = next; chosen = null; show(); },
    choose(next) { chosen = next; show(); },
    // tell says what the chosen one does at an instant.
    tell(t) {
      if (!now || !film) return;
      if (chosen.row >= 0) {
        const at = spanAt(film, chosen.row, t), s = film.spans;
        now.textContent = at < 0 ? 'has ended' : `${states[s.state[at]]}: ${components[s.component[at]].name}${s.peer[at] >= 0 ? `, of ${film.rows[s.peer[at]].name}` : ''}${s.round[at] >= 0 ? `, round ${s.round[at]}` : ''}`;
      } else if (chosen.edge >= 0 && film.ports.of[chosen.edge] >= 0) {
        const p = film.ports.all[film.ports.of[chosen.edge]], b = bin(film, t);
        const what = [p.sends[b] > 0 ? `sends ${tenths(p.sends[b])}` : 'sends nothing', p.queue[b] > 0 ? `${bytes(p.queue[b])} wait` : 'nothing waits'];
        if (p.stops[b] > 0) what.push(`${film.edges.pauses[chosen.edge] ? 'paused' : 'without credit'} ${tenths(p.stops[b])}`);
        now.textContent = what.join(', ');
      }
    },
  };
}
