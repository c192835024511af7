// The drawn topology: below what stands still, above it what moves.

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
  for (const f of place.frames) title(draw, f, place, ink);
  for (const b of place.boxes) box(draw, b, ink, chosen?.box === b.i);
}

// title is the name of a server, at the side of the network. Cables end where it stands.
function title(draw, f, place, ink) {
  const y = place.mirrored && f.y < place.height / 3 ? f.y + f.h - 10 : f.y + 10;
  draw.font = font(11);
  draw.textAlign = 'left';
  draw.textBaseline = 'middle';
  draw.fillStyle = ink.ground;
  draw.fillRect(f.x + 4, y - 7, draw.measureText(f.title).width + 6, 14);
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

// label is the name of a box, or its number, as far as there is room.
function label(draw, b) {
  const {name} = b, number = /\d+$/.exec(name)?.[0] ?? '';
  for (const px of [11, 9]) {
    draw.font = font(px);
    for (const words of [name, number]) if (words && draw.measureText(words).width <= b.w - 3) return words;
  }
  return '';
}

// buffers draws into each rank how full the parts of its buffer are.
function buffers(draw, film, place, ink) {
  const b = film.buffers;
  if (!b) return;
  for (const box of place.boxes) {
    const row = film.rowOf[box.i];
    if (row < 0 || box.w < 5) continue;
    const wide = (box.w - 4) / b.columns, top = box.y + 2.5, high = box.h / 2 - 4.5;
    let last = -1, from = 0;
    for (let c = 0; c <= b.columns; c++) {
      const share = c < b.columns ? b.share(row, c) : -1;
      const k = c === b.columns ? -1 : share <= 0 ? shades : shadeOf(share);
      if (k === last) continue;
      if (last >= 0 && last < shades) {
        draw.fillStyle = ink.shades[last];
        draw.fillRect(box.x - box.w / 2 + 2 + from * wide, top, (c - from) * wide, high);
      }
      last = k;
      from = c;
    }
  }
}

const spot = {x: 0, y: 0};

// mover draws what moves at an instant. It keeps what it needs from picture to picture.
export function mover(film, place, ink) {
  const m = film.messages, lines = place.lines;
  const standing = new Int16Array(film.edges.count), posting = new Int16Array(place.boxes.length);
  const busy = film.ports.all.map(p => p.edge);
  const shown = {count: 0, index: new Int32Array(m.count), x: new Float32Array(m.count), y: new Float32Array(m.count)};
  const boxOfRow = film.rows.map(r => r.box);
  const byShade = Array.from({length: shades}, () => []), byWait = new Map();
  const waitList = component => {
    if (!byWait.has(component)) byWait.set(component, []);
    return byWait.get(component);
  };

  // put says where a message is, and what it waits for; -1 = nothing, -2 = it is in a box.
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
    spot.y = box.y + side * (box.h / 2 - 1);
    return -2;
  }

  function ports(draw, t) {
    const now = bin(film, t);
    for (const e of busy) {
      const p = film.ports.all[film.ports.of[e]], l = lines[e];
      if (p.sends[now] > 0) {
        draw.globalAlpha = .25 + .75 * p.sends[now] / 1000;
        line(draw, l, ink.component[film.numbers.serialize], 1.6);
        draw.globalAlpha = 1;
      }
      if (p.queue[now] > 0) queue(draw, l, p.queue[now], film.source[e]);
      if (p.stops[now] >= 250) stop(draw, l, film.edges.pauses[e]);
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

  function critical(draw, t) {
    const at = pathAt(film, t);
    if (at < 0) return;
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

  // dots draws all of one colour at once: fill, and around it what sets it off.
  function dots(draw, list, radius, fill, edge, wide) {
    if (list.length === 0) return;
    draw.beginPath();
    for (const k of list) {
      const x = shown.x[k], y = shown.y[k];
      draw.moveTo(x + radius, y);
      draw.arc(x, y, radius, 0, 7);
    }
    draw.fillStyle = fill;
    draw.fill();
    draw.strokeStyle = edge;
    draw.lineWidth = wide;
    draw.stroke();
  }

  function squares(draw, list, side, fill) {
    draw.fillStyle = fill;
    for (const k of list) draw.fillRect(shown.x[k] - side / 2, shown.y[k] - side / 2, side, side);
  }

  function messages(draw, t, chosen) {
    standing.fill(0);
    posting.fill(0);
    shown.count = 0;
    for (const list of byShade) list.length = 0;
    for (const list of byWait.values()) list.length = 0;
    under(film, t, i => {
      const why = put(i, t), k = shown.count++;
      shown.index[k] = i;
      shown.x[k] = spot.x;
      shown.y[k] = spot.y;
      if (why >= 0) waitList(why).push(k);
      byShade[shadeOf(m.share[i] / 1000)].push(k);
    });
    const radius = shown.count > 1200 ? 2.2 : shown.count > 300 ? 2.8 : place.width < 600 ? 3.2 : 4;
    for (const [component, list] of byWait) squares(draw, list, 2 * radius + 3, ink.component[component]);
    byShade.forEach((list, k) => dots(draw, list, radius, ink.shades[k], ink.dark ? '#000' : '#fff', .8));
    for (let k = 0; chosen?.message >= 0 && k < shown.count; k++) {
      if (shown.index[k] === chosen.message) dots(draw, [k], radius + 3, ink.shades[shadeOf(m.share[chosen.message] / 1000)], ink.mark, 2);
    }
  }

  return {
    draw(draw, t, {chosen, path}) {
      draw.clearRect(0, 0, place.width, place.height);
      if (film.buffers) film.buffers.at(t);
      buffers(draw, film, place, ink);
      ports(draw, t);
      if (path) critical(draw, t);
      if (chosen?.edge >= 0) line(draw, lines[chosen.edge], ink.mark, 2);
      messages(draw, t, chosen);
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
