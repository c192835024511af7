// What moves in the drawn topology.

import {dots} from './watch_dots.js';
import {bin, pathAt} from './watch_film.js';
import {flight} from './watch_flight.js';
import {shadeOf, shades} from './watch_ink.js';
import {along, stroke} from './watch_line.js';
import {critical, ports} from './watch_ports.js';

// mover draws on three layers: how full buffers are, what ports do, where messages are. Each is drawn when it has changed.
export function mover(film, place, ink, [insides, cables, messages]) {
  const flying = flight(film, place), layer = dots(messages, ink), allPorts = ports(film, place, ink);
  if (film.buffers) for (const row of film.rows.keys()) film.buffers.stale.add(row);
  let last = '';

  function move(shown, radius) {
    layer.clear();
    for (let k = 0; k < shown.count; k++) layer.put(shown.x[k], shown.y[k], radius, shadeOf(film.messages.share[shown.index[k]] / 1000), shown.why[k]);
    layer.show();
  }

  // wires draws cables unless they are as they were.
  function wires(t, at, chosen, mark) {
    const key = `${bin(film, t)} ${at} ${chosen?.edge} ${mark?.x} ${mark?.y}`;
    if (key === last) return;
    last = key;
    cables.clearRect(0, 0, place.width, place.height);
    allPorts(cables, t);
    if (at >= 0) critical(cables, film, place, ink, at);
    if (chosen?.edge >= 0) stroke(cables, place.lines[chosen.edge], ink.mark, 2);
    if (mark) circle(cables, mark, ink);
  }

  return {
    // draw gives how many messages there are.
    draw(t, {chosen, path}) {
      if (film.buffers) {
        film.buffers.at(t);
        buffers(insides, film, place, ink);
      }
      const shown = flying.at(t), radius = radiusOf(shown.count, place.width);
      move(shown, radius);
      const k = chosen?.message >= 0 ? shown.index.subarray(0, shown.count).indexOf(chosen.message) : -1;
      wires(t, path ? pathAt(film, t) : -1, chosen, k < 0 ? null : {x: shown.x[k], y: shown.y[k], radius: radius + 3});
      return shown.count;
    },
    // find is what stands at a point: a message, a box, or a port.
    find(x, y) {
      const message = flying.near(x, y, 9);
      if (message >= 0) return {message};
      const box = place.boxes.find(b => Math.abs(b.x - x) <= Math.max(b.w / 2, 6) && Math.abs(b.y - y) <= b.h / 2);
      return box ? {box: box.i} : portAt(film, place, x, y);
    },
  };
}

const radiusOf = (count, width) => count > 1200 ? 2.2 : count > 300 ? 2.8 : width < 600 ? 3.2 : 4;

// buffers draws into each rank whose buffer has changed how full its parts are.
function buffers(draw, film, place, ink) {
  const b = film.buffers;
  for (const row of b.stale) {
    const box = place.boxes[film.rows[row].box];
    if (!box || box.w < 5) continue;
    const left = box.x - box.w / 2 + 2, wide = (box.w - 4) / b.columns, top = box.y + 2.5, high = box.h / 2 - 4.5;
    draw.clearRect(left - 1, top - 1, box.w - 2, high + 2);
    const shadeAt = c => b.share(row, c) <= 0 ? shades : shadeOf(b.share(row, c));
    for (let c = 0, next = 0; c < b.columns; c = next) {
      const k = shadeAt(c);
      for (next = c + 1; next < b.columns && shadeAt(next) === k;) next++;
      if (k === shades) continue;
      draw.fillStyle = ink.shades[k];
      draw.fillRect(left + c * wide, top, (next - c) * wide, high);
    }
  }
  b.stale.clear();
}

function circle(draw, {x, y, radius}, ink) {
  draw.strokeStyle = ink.mark;
  draw.lineWidth = 2;
  draw.beginPath();
  draw.arc(x, y, radius, 0, 7);
  draw.stroke();
}

// portAt is the port that sends near a point, on the sending half of its cable; null = there is none.
function portAt(film, place, x, y) {
  const spot = {x: 0, y: 0};
  let near = 7, best = null;
  for (const {edge} of film.ports.all) {
    for (let s = 0; s <= 20; s++) {
      along(place.lines[edge], s / 40, spot);
      const away = Math.hypot(spot.x - x, spot.y - y);
      if (away < near) { near = away; best = {edge}; }
    }
  }
  return best;
}
