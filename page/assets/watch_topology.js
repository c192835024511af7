// The drawn topology: below what stands still, above it what moves.

import {dots} from './watch_dots.js';
import {bin, pathAt, under} from './watch_film.js';
import {shadeOf, shades} from './watch_ink.js';
import {along} from './watch_layout.js';
import {font} from './watch_stage.js';

// still draws frames, cables and boxes.
export function still(draw, place, ink, chosen) {
  draw.clearRect(0, 0, place.width, place.height);
  for (const f of place.frames) {
    draw.fillStyle = ink.ground;
    draw.strokeStyle = ink.rule;
    draw.lineWidth = 1;
    draw.beginPath();
    draw.roundRect(f.x + .5, f.y + .5, f.w - 1, f.h - 1, 6);
    draw.fill();
    draw.stroke();
  }
  draw.strokeStyle = ink.cable;
  draw.lineWidth = place.lines.length > 300 ? .5 : 1;
  draw.beginPath();
  for (const l of place.lines) trace(draw, l);
  draw.stroke();
  for (const f of place.frames) title(draw, f, ink);
  for (const b of place.boxes) box(draw, b, ink, chosen?.box === b.i);
}

// title is the name of a server, on the far side of the network, where no cables pass.
function title(draw, f, ink) {
  const y = f.down > 0 ? f.y + f.h - 10 : f.y + 10;
  draw.font = font(11);
  draw.textAlign = 'left';
  draw.textBaseline = 'middle';
  draw.fillStyle = ink.faint;
  draw.fillText(f.title, f.x + 7, y);
}

function trace(draw, l) {
  draw.moveTo(l.x0, l.y0);
  if (l.bow === 0) draw.lineTo(l.x1, l.y1);
  else draw.quadraticCurveTo(l.mx, l.my, l.x1, l.y1);
}

function box(draw, b, ink, chosen) {
  draw.fillStyle = ink.kind[b.kind] ?? ink.ground;
  draw.strokeStyle = chosen ? ink.mark : ink.strong;
  draw.lineWidth = chosen ? 2.5 : 1;
  draw.beginPath();
  draw.roundRect(b.x - b.w / 2, b.y - b.h / 2, b.w, b.h, 3);
  draw.fill();
  draw.stroke();
  const words = label(draw, b);
  if (!words) return;
  draw.fillStyle = ink.ink;
  draw.textAlign = 'center';
  draw.textBaseline = 'middle';
  draw.fillText(words, b.x, b.y + (b.ends ? -4 : .5));
}

// label is the name of a box, or its number or range, as far as there is room.
function label(draw, b) {
  const range = /\d+\.\.\d+$/.exec(b.name)?.[0], number = /\d+$/.exec(b.name)?.[0] ?? '';
  for (const px of [11, 9]) {
    draw.font = font(px);
    for (const words of [b.name, range ?? number]) if (words && draw.measureText(words).width <= b.w - 3) return words;
  }
  return '';
}

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

const spot = {x: 0, y: 0};

// mover draws what moves at an instant, on three layers: how full buffers are, what ports do, where messages are. It keeps what
// it needs from picture to picture.
export function mover(film, place, ink, [insides, cables, messages]) {
  const m = film.messages, lines = place.lines;
  const standing = new Int16Array(film.edges.count), posting = new Int16Array(place.boxes.length);
  const busy = film.ports.all.map(p => p.edge);
  const shown = {count: 0, index: new Int32Array(m.count), why: new Int8Array(m.count), x: new Float32Array(m.count), y: new Float32Array(m.count)};
  const boxOfRow = film.rows.map(r => r.box);
  if (film.buffers) for (const row of film.rows.keys()) film.buffers.stale.add(row);

  // put says where a message is, and what holds it up; -1 = nothing does.
  function put(i, t) {
    if (t < m.sent[i]) return atBox(boxOfRow[m.from[i]], -1);
    if (t >= m.arrived[i]) return atBox(boxOfRow[m.to[i]], 1);
    for (let h = m.hops[i]; h < m.hops[i + 1]; h++) {
      if (t >= m.hopEnd[h]) continue;
      const e = m.hopEdge[h];
      if (e < 0) return atBox(boxOfRow[m.from[i]], -1);
      const l = lines[e];
      if (t < m.hopMove[h]) {
        const k = standing[e]++;
        along(l, Math.min(.46, (7 + 4 * k) / l.long), spot);
        return m.hopWhy[h];
      }
      along(l, (t - m.hopMove[h]) / Math.max(1, m.hopEnd[h] - m.hopMove[h]), spot);
      return -1;
    }
    return atBox(boxOfRow[m.to[i]], 1);
  }

  function atBox(b, side) {
    const box = place.boxes[b], k = posting[b]++;
    spot.x = box.x - box.w / 2 + 4 + (k * 5) % Math.max(5, box.w - 6);
    spot.y = box.y + side * (box.h / 2 + 2.5);
    return -1;
  }

  const loads = [[], [], [], []]; // edges by how busy they are

  function ports(draw, t) {
    const now = bin(film, t);
    for (const list of loads) list.length = 0;
    for (const e of busy) {
      const part = film.ports.all[film.ports.of[e]].sends[now];
      if (part > 0) loads[Math.min(3, Math.floor(part / 250))].push(e);
    }
    loads.forEach((list, i) => {
      draw.globalAlpha = .3 + .7 * i / 3;
      draw.strokeStyle = ink.component[film.numbers.serialize];
      draw.lineWidth = 1.6;
      draw.beginPath();
      for (const e of list) trace(draw, lines[e]);
      draw.stroke();
    });
    draw.globalAlpha = 1;
    for (const e of busy) {
      const p = film.ports.all[film.ports.of[e]];
      if (p.queue[now] > 0) queue(draw, lines[e], p.queue[now], film.source[e]);
      if (p.stops[now] >= 250) stop(draw, lines[e], film.edges.pauses[e]);
    }
  }

  // queue fills a port as far as bytes wait there, the largest queue of the run by 26 pixels.
  function queue(draw, l, waiting, source) {
    const long = Math.min(l.long * .4, 4 + 22 * Math.sqrt(waiting / film.ports.peak));
    along(l, 0, spot);
    const x = spot.x, y = spot.y;
    along(l, long / l.long, spot);
    draw.strokeStyle = ink.component[source ? film.numbers.serialize : film.numbers.queue];
    draw.lineWidth = 5;
    draw.beginPath();
    draw.moveTo(x, y);
    draw.lineTo(spot.x, spot.y);
    draw.stroke();
  }

  // stop marks a port that stands still: two bars where it has been told to pause, one where credit lacks.
  function stop(draw, l, pauses) {
    draw.setLineDash([3, 3]);
    line(draw, l, ink.mark, 1.8);
    draw.setLineDash([]);
    along(l, Math.min(.5, 11 / l.long), spot);
    draw.fillStyle = ink.paper;
    draw.strokeStyle = ink.mark;
    draw.lineWidth = 1.2;
    draw.beginPath();
    draw.arc(spot.x, spot.y, 5.5, 0, 7);
    draw.fill();
    draw.stroke();
    draw.fillStyle = ink.mark;
    if (pauses) {
      draw.fillRect(spot.x - 2.6, spot.y - 2.8, 1.8, 5.6);
      draw.fillRect(spot.x + .8, spot.y - 2.8, 1.8, 5.6);
    } else draw.fillRect(spot.x - 2.8, spot.y - .9, 5.6, 1.8);
  }

  function critical(draw, at) {
    const p = film.path, before = Math.max(0, at - 6);
    for (let i = before; i <= at; i++) {
      draw.globalAlpha = i === at ? 1 : .2 + .5 * (i - before) / (at - before + 1);
      if (p.edge[i] >= 0) line(draw, lines[p.edge[i]], ink.mark, 3);
      else if (p.row[i] >= 0) ring(draw, place.boxes[boxOfRow[p.row[i]]]);
    }
    draw.globalAlpha = 1;
  }

  function ring(draw, b) {
    draw.strokeStyle = ink.mark;
    draw.lineWidth = 2.5;
    draw.beginPath();
    draw.roundRect(b.x - b.w / 2 - 2, b.y - b.h / 2 - 2, b.w + 4, b.h + 4, 5);
    draw.stroke();
  }

  function line(draw, l, colour, wide) {
    draw.strokeStyle = colour;
    draw.lineWidth = wide;
    draw.beginPath();
    trace(draw, l);
    draw.stroke();
  }

  const layer = dots(messages, ink);

  function move(t) {
    standing.fill(0);
    posting.fill(0);
    shown.count = 0;
    under(film, t, i => {
      const k = shown.count++;
      shown.why[k] = put(i, t);
      shown.index[k] = i;
      shown.x[k] = spot.x;
      shown.y[k] = spot.y;
    });
    const radius = shown.count > 1200 ? 2.2 : shown.count > 300 ? 2.8 : place.width < 600 ? 3.2 : 4;
    layer.clear();
    for (let k = 0; k < shown.count; k++) layer.put(shown.x[k], shown.y[k], radius, shadeOf(m.share[shown.index[k]] / 1000), shown.why[k]);
    layer.show();
    return radius;
  }

  function circle(draw, x, y, radius) {
    draw.strokeStyle = ink.mark;
    draw.lineWidth = 2;
    draw.beginPath();
    draw.arc(x, y, radius, 0, 7);
    draw.stroke();
  }

  let last = '';

  return {
    draw(t, {chosen, path}) {
      if (film.buffers) {
        film.buffers.at(t);
        buffers(insides, film, place, ink);
      }
      const radius = move(t), at = path ? pathAt(film, t) : -1, followed = chosen?.message >= 0 ? shown.index.subarray(0, shown.count).indexOf(chosen.message) : -1;
      const key = `${bin(film, t)} ${at} ${chosen?.edge} ${followed < 0 ? '' : `${shown.x[followed]} ${shown.y[followed]}`}`;
      if (key === last) return shown.count;
      last = key;
      cables.clearRect(0, 0, place.width, place.height);
      ports(cables, t);
      if (at >= 0) critical(cables, at);
      if (chosen?.edge >= 0) line(cables, lines[chosen.edge], ink.mark, 2);
      if (followed >= 0) circle(cables, shown.x[followed], shown.y[followed], radius + 3);
      return shown.count;
    },
    // find is what stands at a point: a message, a box, or a port.
    find(x, y) {
      let best = null, near = 9;
      for (let k = 0; k < shown.count; k++) {
        const d = Math.hypot(shown.x[k] - x, shown.y[k] - y);
        if (d < near) { near = d; best = {message: shown.index[k]}; }
      }
      if (best) return best;
      const box = place.boxes.find(b => Math.abs(b.x - x) <= Math.max(b.w / 2, 6) && Math.abs(b.y - y) <= b.h / 2);
      if (box) return {box: box.i};
      near = 7;
      for (const e of busy) {
        for (let s = 0; s <= 20; s++) {
          along(lines[e], s / 40, spot); // a port is the sending end
          const d = Math.hypot(spot.x - x, spot.y - y);
          if (d < near) { near = d; best = {edge: e}; }
        }
      }
      return best;
    },
  };
}
