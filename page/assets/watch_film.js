// A timeline of the engine, laid out so that any instant of it is found at once.

// decode makes typed arrays of the columns of an answer.
export function decode(answer) {
  const film = {
    ...answer,
    total: answer.total_ps, from: answer.from_ps, until: answer.until_ps,
    messages: messagesOf(answer.messages, answer.edges), spans: spansOf(answer.spans, answer.rows.length), path: pathOf(answer.path),
    edges: edgesOf(answer.edges), ports: portsOf(answer),
  };
  film.rounds = [...answer.rounds].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  film.steps = stepsOf(film);
  film.buckets = bucketsOf(film);
  film.buffers = answer.buffers && buffersOf(answer.buffers, film.until);
  return film;
}

const whole = list => Int32Array.from(list);
const long = list => Float64Array.from(list); // every ps below 2^53 exactly

// messagesOf puts beside the columns where the legs of each message begin, and its hops: when it begins to wait for a link,
// when it moves over it, and when it has left it behind.
function messagesOf(m, edges) {
  const n = m.from.length;
  const all = {
    count: n, from: whole(m.from), to: whole(m.to), channel: whole(m.channel), round: whole(m.round), bytes: long(m.bytes),
    posted: long(m.posted_ps), sent: long(m.sent_ps), arrived: long(m.arrived_ps), taken: long(m.taken_ps), share: whole(m.share),
    legs: new Int32Array(n + 1), legEdge: whole(m.leg_edge), legComponent: whole(m.leg_component), legSpan: long(m.leg_ps),
    hops: new Int32Array(n + 1),
  };
  const edge = [], start = [], move = [], end = [], why = [];
  for (let i = 0; i < n; i++) {
    all.legs[i + 1] = all.legs[i] + m.legs[i];
    let at = all.sent[i], last = -2, longest = 0;
    for (let l = all.legs[i]; l < all.legs[i + 1]; l++) {
      const component = all.legComponent[l], span = all.legSpan[l];
      if (all.legEdge[l] !== last) {
        last = all.legEdge[l];
        edge.push(last); start.push(at); move.push(at); end.push(at); why.push(-1);
        longest = 0;
      }
      const h = edge.length - 1;
      at += span;
      end[h] = at;
      const behind = component === serialize ? span - own(m.bytes[i], edges, last) : waiting[component] ? span : 0;
      if (behind <= 0) continue;
      if (behind > longest) { longest = behind; why[h] = component; }
      if (component !== retransmit) move[h] = at - span + behind;
    }
    all.hops[i + 1] = edge.length;
  }
  return Object.assign(all, {hopEdge: whole(edge), hopStart: long(start), hopMove: long(move), hopEnd: long(end), hopWhy: whole(why)});
}

// own is about how long a message's own bytes take on an edge: what it serializes longer it stands behind bytes of its sender.
function own(bytes, edges, e) {
  const rate = e < 0 ? 0 : edges.rate[e] / edges.links[e];
  return rate > 0 ? Math.ceil(bytes * headers * 1e12 / rate) : Infinity;
}

const headers = 1.12; // of what is on the wire for a byte; more than any medium has
let waiting = [];
let retransmit = -1, serialize = -1;

// components tells which numbers of the ledger are waits at a port.
export function components(all) {
  const names = all.map(c => c.name);
  waiting = names.map(name => ['queue', 'arbitrate', 'hol', 'backpressure', 'retransmit'].includes(name));
  retransmit = names.indexOf('retransmit');
  serialize = names.indexOf('serialize');
}

function spansOf(s, rows) {
  const all = {count: s.row.length, row: whole(s.row), component: whole(s.component), state: whole(s.state), round: whole(s.round), peer: whole(s.peer), from: long(s.from_ps), to: long(s.to_ps)};
  all.first = new Int32Array(rows + 1).fill(all.count); // spans are in the order of rows
  for (let i = all.count - 1; i >= 0; i--) all.first[all.row[i]] = i;
  for (let r = rows - 1; r >= 0; r--) all.first[r] = Math.min(all.first[r], all.first[r + 1]);
  return all;
}

function pathOf(p) {
  return {count: p.row.length, component: whole(p.component), round: whole(p.round), row: whole(p.row), edge: whole(p.edge), from: long(p.from_ps), to: long(p.to_ps)};
}

function edgesOf(e) {
  return {count: e.from.length, from: whole(e.from), to: whole(e.to), name: e.name, medium: e.medium, links: whole(e.links), rate: e.rate, pauses: e.pauses};
}

// portsOf spreads the steps of each port over all bins. of: edge -> its port; -1 = it sent nothing.
function portsOf(answer) {
  const {bins, all} = answer.ports;
  const of = new Int32Array(answer.edges.from.length).fill(-1);
  all.forEach((p, i) => { of[p.edge] = i; });
  const spread = pairs => {
    const row = new Float64Array(bins);
    for (let i = 0; i < pairs.length; i += 2) row.fill(pairs[i + 1], pairs[i], i + 2 < pairs.length ? pairs[i + 2] : bins);
    return row;
  };
  const list = all.map(p => ({...p, sends: spread(p.sends), stops: spread(p.stops), queue: spread(p.queue)}));
  return {bins, of, all: list, peak: Math.max(1, ...list.map(p => p.peak_bytes))};
}

// stepsOf are the instants to which one can step: where rounds begin, and where all ends.
function stepsOf(film) {
  const at = new Set([film.from, film.until]);
  for (const [, posted] of film.rounds) if (posted > film.from && posted < film.until) at.add(posted);
  return [...at].sort((a, b) => a - b);
}

const bucketCount = 512;

// bucketsOf lists for equal parts of the window the messages that are there at some instant of it.
function bucketsOf(film) {
  const {messages: m, from, until} = film;
  const scale = bucketCount / Math.max(1, until - from);
  const first = i => Math.max(0, Math.floor((m.posted[i] - from) * scale));
  const last = i => Math.min(bucketCount - 1, Math.floor((m.taken[i] - from) * scale));
  const start = new Int32Array(bucketCount + 1);
  for (let i = 0; i < m.count; i++) for (let b = first(i); b <= last(i); b++) start[b + 1]++;
  for (let b = 0; b < bucketCount; b++) start[b + 1] += start[b];
  const list = new Int32Array(start[bucketCount]), next = start.slice();
  for (let i = 0; i < m.count; i++) for (let b = first(i); b <= last(i); b++) list[next[b]++] = i;
  return {start, list, scale};
}

// under calls visit(i) for every message that is posted and not yet in its place at an instant.
export function under(film, t, visit) {
  const {messages: m, buckets, from} = film;
  const b = Math.max(0, Math.min(bucketCount - 1, Math.floor((t - from) * buckets.scale)));
  for (let k = buckets.start[b]; k < buckets.start[b + 1]; k++) {
    const i = buckets.list[k];
    if (m.posted[i] <= t && t < m.taken[i]) visit(i);
  }
}

// bin is the part of the window for which ports tell what they do at an instant.
export const bin = (film, t) => Math.max(0, Math.min(film.ports.bins - 1, Math.floor((t - film.from) / Math.max(1, film.until - film.from) * film.ports.bins)));

// spanAt is the span of a row at an instant; -1 = it has ended, or not begun.
export function spanAt(film, row, t) {
  const s = film.spans;
  let low = s.first[row], high = s.first[row + 1];
  while (low < high) {
    const middle = low + high >> 1;
    if (s.to[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low < s.first[row + 1] && s.from[low] <= t ? low : -1;
}

// pathAt is the span of the critical path at an instant; -1 = there is none.
export function pathAt(film, t) {
  const p = film.path;
  let low = 0, high = p.count;
  while (low < high) {
    const middle = low + high >> 1;
    if (p.to[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low < p.count && p.from[low] <= t ? low : -1;
}

// roundAt is the last round that has begun at an instant, and how many have.
export function roundAt(film, t) {
  let begun = 0;
  while (begun < film.rounds.length && film.rounds[begun][1] <= t) begun++;
  return {begun, of: film.rounds.length};
}

// buffersOf follows how full buffers are: at(t) brings them to an instant.
function buffersOf(b, until) {
  const {columns, start, full, times} = b;
  const at = long(b.at_ps), row = whole(b.row), column = whole(b.column), by = long(b.by);
  const now = start.map(levels => Float64Array.from(levels));
  let next = 0, time = -1;
  const stale = new Set(start.keys());
  const rewind = () => {
    start.forEach((levels, r) => now[r].set(levels));
    for (const r of start.keys()) stale.add(r);
    next = 0;
  };
  return {
    columns, reduces: b.reduces, rows: now.length,
    at(t) {
      if (t < time) rewind();
      for (time = t; next < at.length && at[next] <= t; next++) {
        now[row[next]][column[next]] += by[next];
        stale.add(row[next]);
      }
    },
    stale, // rows that have changed since somebody emptied the set

    // share is between 0 and 1.
    share: (r, c) => now[r][c] / (full[c] * times[r]),
  };
}
