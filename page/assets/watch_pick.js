// Ranks and ports to choose by name.

import {fill, h} from './dom.js';

const mostPorts = 600; // in a list

export function pickers(choose) {
  const rank = h('select', {id: 'watch-rank'}), port = h('select', {id: 'watch-port'});
  const none = () => h('option', {value: ''}, 'none');
  const field = (words, select) => h('div', {class: 'field'}, h('label', {for: select.id}, words), h('div', {class: 'input'}, select));
  rank.addEventListener('change', () => choose(rank.value === '' ? null : {row: Number(rank.value)}));
  port.addEventListener('change', () => choose(port.value === '' ? null : {edge: Number(port.value)}));
  return {
    element: h('section', {class: 'panel watch-pick', 'aria-label': 'Choose by name'}, field('Rank', rank), field('Port', port)),
    film(film) {
      fill(rank, none(), film.rows.map((r, i) => h('option', {value: i}, r.name)));
      fill(port, none(), film.ports.all.slice(0, mostPorts).map(p => h('option', {value: p.edge}, film.edges.name[p.edge])));
    },
    choose(what) {
      rank.value = what?.row >= 0 ? String(what.row) : '';
      port.value = what?.edge >= 0 ? String(what.edge) : '';
    },
  };
}
