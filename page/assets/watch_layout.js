// Where boxes stand: switches of the network by tier, servers in frames with what they hold. Where there are many, half of
// the servers stand above the network, upside down.

const kinds = ['nic', 'cpu', 'pcie-switch', 'memory', 'gpu', 'node', 'nvswitch']; // of a server, from the network on
const size = {row: 46, tier: 62, gap: 12, frame: 8, title: 16};

// layout places the boxes of a film for so many pixels of width.
export function layout(film, width) {
  const boxes = film.boxes.map((b, i) => ({...b, i, ends: film.rowOf[i] >= 0 || b.kind === 'gpu' || b.kind === 'node', away: b.node >= 0 || b.kind === 'gpu' || b.kind === 'node' ? 1 : -1, x: 0, y: 0, w: 0, h: 0}));
  const inside = boxes.filter(b => b.away > 0);
  const outside = boxes.filter(b => !inside.includes(b));
  const near = neighbours(film, boxes);
  const nodes = groups(inside);
  const slots = nodes.reduce((n, g) => n + g.wide, 0);
  const mirrored = outside.length > 0 && nodes.length > 1 && width / slots < (width < 600 ? 20 : 34);
  const half = mirrored ? splitAt(nodes, slots / 2) : 0;
  const sides = mirrored ? [nodes.slice(0, half), nodes.slice(half)] : [[], nodes];
  const deep = Math.max(...nodes.map(g => g.rows.length + (wiredAcross(g, near) ? .8 : 0)));
  const depth = deep * size.row + (nodes.some(g => g.framed) ? size.frame + size.title : 0);
  const frames = [];
  let y = size.gap;
  if (mirrored) {
    stand(sides[0], near, width, y + depth, -1, frames);
    y += depth + size.tier - size.row / 2;
  }
  y = network(outside, near, sides, y, width, mirrored);
  stand(sides[1], near, width, y, 1, frames);
  const height = Math.ceil(y + depth + size.gap);
  return {width, height, boxes, frames, lines: lines(film, boxes, mirrored ? height / 2 : 0), mirrored};
}

function neighbours(film, boxes) {
  const near = boxes.map(() => new Set());
  for (let e = 0; e < film.edges.count; e++) {
    near[film.edges.from[e]].add(film.edges.to[e]);
    near[film.edges.to[e]].add(film.edges.from[e]);
  }
  return near;
}

// groups are the servers, each with its rows. Those of a single box share a frame with nobody and need none.
function groups(inside) {
  const of = new Map();
  for (const b of inside) {
    const name = b.kind === 'node' || b.name.startsWith('nodes ') ? b.name : b.node;
    if (!of.has(name)) of.set(name, []);
    of.get(name).push(b);
  }
  return [...of.values()].map(all => {
    const rows = kinds.map(k => all.filter(b => b.kind === k)).filter(r => r.length > 0);
    const wide = Math.max(...rows.map(r => r.length));
    for (const b of all) { // inside a server by its own name, a server that is one GPU by the server's
      const [server, device = server] = b.name.split('/');
      b.name = all.length > 1 ? device : server;
    }
    return {node: all[0].node, rows, wide, framed: all.length > 1};
  });
}

// wiredAcross tells whether the last row of a server has cables from box to box, which bow below it.
function wiredAcross(g, near) {
  const last = g.rows.at(-1);
  return last.some(b => last.some(c => near[b.i].has(c.i)));
}

function splitAt(nodes, slots) {
  let n = 0, sum = 0;
  while (n < nodes.length - 1 && sum + nodes[n].wide / 2 < slots) sum += nodes[n++].wide;
  return Math.max(1, n);
}

// stand places servers side by side; down = 1: the network is above them, -1: below.
function stand(nodes, near, width, edge, down, frames) {
  const slots = nodes.reduce((n, g) => n + g.wide, 0);
  const between = nodes.some(g => g.framed) ? Math.min(size.gap, width / 60) : 0;
  const room = width - between * (nodes.length - 1) - 4;
  let x = 2;
  for (const g of nodes) {
    const wide = room * g.wide / slots;
    const pad = g.framed ? Math.min(size.frame, wide / 16) : 0;
    let y = edge + down * ((g.framed ? size.frame : 0) + size.row / 2);
    for (const row of g.rows) {
      across(row, x + pad, wide - 2 * pad, y);
      y += down * size.row;
    }
    if (g.framed) {
      const far = y + down * (size.title - size.row / 2 + (wiredAcross(g, near) ? size.row * .8 : 0));
      frames.push({x, y: Math.min(edge, far), w: wide, h: Math.abs(far - edge), down, title: `node${g.node}`});
    }
    x += wide + between;
  }
}

// across places a row of boxes at equal distances.
function across(row, left, wide, y) {
  const pitch = wide / row.length;
  row.forEach((b, i) => {
    b.x = left + (i + .5) * pitch;
    b.y = y;
    b.w = Math.max(3, Math.min(pitch - Math.min(4, pitch * .2), 66));
    b.h = b.ends ? 24 : 16;
  });
}

// network places switches by tier: the highest in the middle, or on top. A switch that all but one side lacks stands on that side.
function network(outside, near, sides, y, width, mirrored) {
  const above = new Set(sides[0].flatMap(g => g.rows.flat()).map(b => b.i));
  const below = new Set(sides[1].flatMap(g => g.rows.flat()).map(b => b.i));
  const sideOf = new Map();
  const look = b => {
    if (sideOf.has(b.i)) return sideOf.get(b.i);
    sideOf.set(b.i, 0);
    let up = 0, down = 0;
    for (const n of near[b.i]) {
      if (above.has(n)) up++;
      else if (below.has(n)) down++;
    }
    const side = !mirrored || up && down || !up && !down ? 0 : up ? -1 : 1;
    sideOf.set(b.i, side);
    return side;
  };
  const rows = new Map();
  const top = Math.max(0, ...outside.map(b => b.tier));
  for (const b of outside) {
    const level = look(b) * (top - Math.max(1, b.tier) + 1); // 0 = the middle
    const key = mirrored ? level : top - Math.max(1, b.tier);
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(b);
  }
  if (mirrored && rows.has(0)) spreadMiddle(rows);
  for (const key of [...rows.keys()].sort((a, b) => a - b)) {
    const row = rows.get(key);
    row.sort((a, b) => middle(a, near) - middle(b, near) || a.i - b.i);
    const wide = Math.min(width - 8, row.length * Math.max(70, width / 9));
    across(row, (width - wide) / 2, wide, y + 12);
    y += size.tier;
  }
  return y;
}

// spreadMiddle gives the tiers in the middle a row each.
function spreadMiddle(rows) {
  const all = rows.get(0);
  const tiers = [...new Set(all.map(b => b.tier))].sort((a, b) => a - b);
  if (tiers.length < 2) return;
  rows.delete(0);
  tiers.forEach((tier, i) => rows.set((i + 1) / (tiers.length + 1) - .5, all.filter(b => b.tier === tier)));
}

// middle is the mean number of what a switch is wired to, by which switches of a row are sorted.
function middle(b, near) {
  const all = [...near[b.i]];
  return all.length ? all.reduce((s, n) => s + n, 0) / all.length : 0;
}

const bows = 34; // pixels, the longest

// lines are the ways of edges: a straight line, or a bow between boxes of one row, of servers away from the network and of
// switches towards its middle; two of opposite direction lie side by side.
function lines(film, boxes, middle) {
  const all = [];
  for (let e = 0; e < film.edges.count; e++) {
    const a = boxes[film.edges.from[e]], b = boxes[film.edges.to[e]];
    const level = Math.abs(a.y - b.y) < 1;
    const up = a.y > b.y ? -1 : 1;
    const x0 = a.x, x1 = b.x;
    const side = a.away * (a.y > middle ? 1 : -1); // of a box on which it bows
    const y0 = level ? a.y + side * a.h / 2 : a.y + up * a.h / 2, y1 = level ? b.y + side * b.h / 2 : b.y - up * b.h / 2;
    const long = Math.hypot(x1 - x0, y1 - y0) || 1;
    const aside = 1.6, ox = -(y1 - y0) / long * aside, oy = (x1 - x0) / long * aside;
    const bow = level ? side * (Math.min(bows, 8 + long * .12) + (x1 > x0 ? 0 : 3)) : 0;
    all.push({x0: x0 + ox, y0: y0 + oy, x1: x1 + ox, y1: y1 + oy, mx: (x0 + x1) / 2 + ox, my: (y0 + y1) / 2 + oy + 2 * bow, bow, long});
  }
  return all;
}
