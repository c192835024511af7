// What ports do: they send, bytes wait at them, they stand still; and where the critical path is.

import {bin} from './watch_film.js';
import {along, stroke, trace} from './watch_line.js';

const spot = {x: 0, y: 0};
const longestQueue = 26; // pixels

// ports draws what all ports of a film do.
export function ports(film, place, ink) {
  const all = film.ports.all, lines = place.lines;
  const loads = [[], [], [], []]; // edges by how busy they are
  return (draw, t) => {
    const now = bin(film, t);
    for (const list of loads) list.length = 0;
    for (const p of all) if (p.sends[now] > 0) loads[Math.min(3, Math.floor(p.sends[now] / 250))].push(p.edge);
    loads.forEach((list, i) => {
      draw.globalAlpha = .3 + .7 * i / 3;
      draw.strokeStyle = ink.component[film.numbers.serialize];
      draw.lineWidth = 1.6;
      draw.beginPath();
      for (const e of list) trace(draw, lines[e]);
      draw.stroke();
    });
    draw.globalAlpha = 1;
    for (const p of all) {
      const component = film.source[p.edge] ? film.numbers.serialize : film.numbers.queue; // behind a rank's own bytes it serializes
      if (p.queue[now] > 0) queue(draw, lines[p.edge], p.queue[now] / film.ports.peak, ink.component[component]);
      if (p.stops[now] >= 250) stop(draw, lines[p.edge], film.edges.pauses[p.edge], ink);
    }
  };
}

// queue fills a port by how much waits there, as a share of the most that waits anywhere.
function queue(draw, l, share, colour) {
  const long = Math.min(l.long * .4, 4 + (longestQueue - 4) * Math.sqrt(share));
  along(l, 0, spot);
  const {x, y} = spot;
  along(l, long / l.long, spot);
  draw.strokeStyle = colour;
  draw.lineWidth = 5;
  draw.beginPath();
  draw.moveTo(x, y);
  draw.lineTo(spot.x, spot.y);
  draw.stroke();
}

// stop marks a port that stands still: two bars where it has been told to pause, one where credit lacks.
function stop(draw, l, pauses, ink) {
  draw.setLineDash([3, 3]);
  stroke(draw, l, ink.mark, 1.8);
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

const tail = 6; // spans of the critical path before the present one that still glow

// critical lights span at of the critical path up, and what led to it.
export function critical(draw, film, place, ink, at) {
  const p = film.path, first = Math.max(0, at - tail);
  for (let i = first; i <= at; i++) {
    draw.globalAlpha = i === at ? 1 : .2 + .5 * (i - first) / (at - first + 1);
    if (p.edge[i] >= 0) stroke(draw, place.lines[p.edge[i]], ink.mark, 3);
    else if (p.row[i] >= 0) ring(draw, place.boxes[film.rows[p.row[i]].box], ink);
  }
  draw.globalAlpha = 1;
}

function ring(draw, b, ink) {
  if (!b) return;
  draw.strokeStyle = ink.mark;
  draw.lineWidth = 2.5;
  draw.beginPath();
  draw.roundRect(b.x - b.w / 2 - 2, b.y - b.h / 2 - 2, b.w + 4, b.h + 4, 5);
  draw.stroke();
}
