// Curves over sizes, drawn by uPlot. Both axes are logarithmic.

import {bytes} from './units.js';

// chart draws one figure of a comparison into a box. figure is [key of a cell, name, how it is written].
export function chart(box, {comparison, series, figure, size, theme}) {
  const [key, name, write] = figure;
  const styles = getComputedStyle(document.documentElement);
  const colour = word => styles.getPropertyValue(`--${word}`).trim();
  const sizes = comparison.places.map(p => Math.max(p.bytes, 1));
  const value = cell => cell.refused || !cell[key] ? null : cell[key];
  const lines = comparison.names.map((_, i) => comparison.places.map(p => value(p.cells[i])));
  const bound = key === 'total_ps' ? [comparison.places.map(p => p.cells.find(c => !c.refused)?.bound_ps || null)] : [];
  const axis = {stroke: colour('faint'), grid: {stroke: colour('rule'), width: 1}, ticks: {stroke: colour('rule'), width: 1}, font: '12px system-ui, sans-serif'};
  const options = {
    width: Math.max(box.clientWidth, 240), height: box.clientWidth < 480 ? 260 : 320,
    scales: {x: {time: false, distr: 3, log: 2}, y: {distr: 3, log: 10}},
    axes: [
      {...axis, splits: () => ticks(sizes, box.clientWidth), filter: (_, all) => all, values: (_, all) => all.map(bytes)},
      {...axis, size: 76, splits: (_, __, low, high) => decades(low, high), filter: (_, all) => all, values: (_, all) => all.map(v => write(Math.round(v)))},
    ],
    series: [
      {label: 'bytes', value: (_, v) => v === null ? '' : bytes(v)},
      ...series.map(s => ({label: s.name, stroke: theme === 'dark' ? lighter(s.colour) : s.colour, dash: s.dash, width: 2, points: {show: sizes.length < 30, size: 5}, value: (_, v) => v === null ? '-' : write(v)})),
      ...bound.map(() => ({label: 'lower bound', stroke: colour('mark'), width: 1, dash: [2, 3], points: {show: false}, value: (_, v) => v === null ? '-' : write(v)})),
    ],
    cursor: {drag: {x: false, y: false}},
    hooks: {draw: [u => marks(u, comparison, size, colour)]},
  };
  box.replaceChildren();
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', `${name} over bytes for ${comparison.names.join(', ')}; the numbers are below`);
  const plot = new uPlot(options, [sizes, ...lines, ...bound], box);
  const observer = new ResizeObserver(() => {
    const width = Math.max(box.clientWidth, 240);
    if (width !== plot.width) plot.setSize({width, height: options.height});
  });
  observer.observe(box);
  return {destroy() { observer.disconnect(); plot.destroy(); }};
}

// ticks are powers of four or more between the ends, as many as there is room for.
function ticks(sizes, width) {
  const low = Math.ceil(Math.log2(sizes[0])), high = Math.floor(Math.log2(sizes.at(-1)));
  const step = Math.max(1, Math.ceil((high - low) / Math.max(2, Math.floor(width / 74))));
  const all = [];
  for (let k = low; k <= high; k += step) all.push(2 ** k);
  return all;
}

function decades(low, high) {
  const all = [];
  for (let k = Math.ceil(Math.log10(low) - 1e-9); k <= Math.log10(high) + 1e-9; k++) all.push(10 ** k);
  return all;
}

// marks are the sizes where the fastest changes, and the size of the question.
function marks(u, comparison, size, colour) {
  const {ctx, bbox} = u;
  const line = (at, dash, stroke) => {
    const x = u.valToPos(at, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) return null;
    ctx.strokeStyle = stroke;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash(dash.map(d => d * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    return x;
  };
  ctx.save();
  if (size) line(size, [1, 3], colour('faint'));
  const placed = comparison.crossings.filter(c => c.over === 'bytes').map(c => [line(c.high, [6, 3], colour('ink')), c]).filter(([x]) => x !== null);
  placed.forEach(([x, c], row) => label(u, x, row, `${c.to.join(', ')} from ${bytes(c.high)}`, colour));
  ctx.restore();
}

// label writes beside a mark, on the side where there is room.
function label(u, x, row, text, colour) {
  const {ctx, bbox} = u, dot = devicePixelRatio;
  ctx.font = `${12 * dot}px system-ui, sans-serif`;
  const width = ctx.measureText(text).width, right = x + width + 12 * dot < bbox.left + bbox.width;
  const left = right ? x + 6 * dot : Math.max(bbox.left, x - width - 6 * dot), top = bbox.top + (6 + 18 * row) * dot;
  ctx.fillStyle = colour('panel');
  ctx.fillRect(left - 2 * dot, top, width + 4 * dot, 16 * dot);
  ctx.fillStyle = colour('ink');
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillText(text, left, top + 2 * dot);
}

// lighter is a colour of the figures for a dark ground: half way to white.
function lighter(hex) {
  const parts = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
  return `rgb(${parts.map(p => Math.round(p + (255 - p) * 0.5)).join(' ')})`;
}
