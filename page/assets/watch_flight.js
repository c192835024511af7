// Where messages are at an instant.

import {under} from './watch_film.js';
import {along} from './watch_line.js';

const spot = {x: 0, y: 0};

// flight has at(t), which finds all messages of an instant: how many, which, what holds each up (-1 = nothing), and where.
export function flight(film, place) {
  const m = film.messages, lines = place.lines;
  const standing = new Int16Array(film.edges.count), posting = new Int16Array(place.boxes.length);
  const shown = {count: 0, index: new Int32Array(m.count), why: new Int8Array(m.count), x: new Float32Array(m.count), y: new Float32Array(m.count)};

  // put finds one message. It is in a box before it is sent and after it has arrived, at a port while it is held up, else on its way.
  function put(i, t) {
    if (t < m.sent[i]) return atBox(film.rows[m.from[i]].box, -1);
    for (let h = m.hops[i]; h < m.hops[i + 1] && t < m.arrived[i]; h++) {
      if (t >= m.hopEnd[h]) continue;
      const e = m.hopEdge[h];
      if (e < 0) return atBox(film.rows[m.from[i]].box, -1);
      if (t < m.hopMove[h]) {
        along(lines[e], Math.min(.46, (7 + 4 * standing[e]++) / lines[e].long), spot);
        return m.hopWhy[h];
      }
      along(lines[e], (t - m.hopMove[h]) / Math.max(1, m.hopEnd[h] - m.hopMove[h]), spot);
      return -1;
    }
    return atBox(film.rows[m.to[i]].box, 1);
  }

  // atBox puts a message above its sender, or below its receiver.
  function atBox(b, side) {
    const box = place.boxes[b], k = posting[b]++;
    spot.x = box.x - box.w / 2 + 4 + (k * 5) % Math.max(5, box.w - 6);
    spot.y = box.y + side * (box.h / 2 + 2.5);
    return -1;
  }

  return {
    at(t) {
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
      return shown;
    },
    // near is the message that was nearest to a point, no farther than so many pixels; -1 = there is none.
    near(x, y, most) {
      let best = -1;
      for (let k = 0; k < shown.count; k++) {
        const away = Math.hypot(shown.x[k] - x, shown.y[k] - y);
        if (away < most) { most = away; best = shown.index[k]; }
      }
      return best;
    },
  };
}
