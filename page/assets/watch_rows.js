// The diagram of ranks and time.

import {pale} from './watch_ink.js';
import {font} from './watch_stage.js';

// rows is the place of the diagram for so many pixels of width.
export function rowsPlace(film, width, names) {
  const pitch = Math.max(width < 600 ? 8 : 9, Math.min(24, 300 / film.rows.length));
  return {left: names, right: width - 6, top: 18, pitch, width, height: Math.ceil(18 + film.rows.length * pitch + 22), from: film.from, until: film.until};
}

// namesWide is the room that names of rows need.
export function namesWide(draw, film, width) {
  draw.font = font(11);
  const most = width < 600 ? 64 : 150;
  return Math.min(most, 12 + Math.max(...film.rows.map(r => draw.measureText(r.name).width), draw.measureText('round').width));
}

export const xOf = (place, t) => place.left + (t - place.from) / Math.max(1, place.until - place.from) * (place.right - place.left);
export const timeOf = (place, x) => place.from + (x - place.left) / (place.right - place.left) * (place.until - place.from);
export const rowAt = (place, y, rows) => Math.max(0, Math.min(rows - 1, Math.floor((y - place.top) / place.pitch)));
const middle = (place, row) => place.top + (row + .5) * place.pitch;

// still draws what every rank does when, where rounds begin, and the axis.
export function stillRows(draw, film, place, ink, {chosen, path, time}) {
  draw.clearRect(0, 0, place.width, place.height);
  names(draw, film, place, ink, chosen);
  draw.save();
  draw.beginPath();
  draw.rect(place.left, 0, place.right - place.left + 1, place.height);
  draw.clip();
  rounds(draw, film, place, ink);
  spans(draw, film, place, ink);
  if (path) criticalPath(draw, film, place, ink);
  draw.restore();
  axis(draw, film, place, ink, time);
}

function names(draw, film, place, ink, chosen) {
  draw.textAlign = 'right';
  draw.textBaseline = 'middle';
  draw.font = font(place.pitch < 11 ? 8.5 : 11);
  const every = place.pitch < 9 ? 2 : 1;
  film.rows.forEach((r, i) => {
    const on = film.rows[i].box === chosen?.box;
    if (i % every && !on) return;
    draw.fillStyle = on ? ink.mark : ink.ink;
    draw.fillText(fit(draw, r.name, place.left - 8), place.left - 6, middle(place, i));
  });
  draw.fillStyle = ink.faint;
  draw.font = font(10);
  draw.fillText('round', place.left - 6, 9);
}

// fit shortens a name from its front: its end tells it apart.
function fit(draw, words, room) {
  if (draw.measureText(words).width <= room) return words;
  const short = words.replace(/^rank /, '').replace(/^.*: /, '');
  return short;
}

function rounds(draw, film, place, ink) {
  draw.strokeStyle = ink.rule;
  draw.fillStyle = ink.faint;
  draw.lineWidth = 1;
  draw.font = font(10);
  draw.textAlign = 'left';
  draw.textBaseline = 'middle';
  let free = -1;
  draw.beginPath();
  for (const [round, posted] of film.rounds) {
    const x = Math.round(xOf(place, posted)) + .5;
    if (x < place.left - 1 || x > place.right) continue;
    draw.moveTo(x, 14);
    draw.lineTo(x, place.top + film.rows.length * place.pitch);
    if (x >= free) {
      draw.fillText(String(round), x + 2, 9);
      free = x + 8 + draw.measureText(String(round)).width;
    }
  }
  draw.stroke();
}

// spans: high is a rank's own work, low is a message to it that is on its way, pale is waiting for a peer.
function spans(draw, film, place, ink) {
  const s = film.spans, scale = (place.right - place.left) / Math.max(1, place.until - place.from);
  const pales = ink.component.map(c => pale(c, ink.paper.startsWith('#') && ink.paper.length === 7 ? ink.paper : ink.dark ? '#1c2026' : '#ffffff'));
  for (let i = 0; i < s.count; i++) {
    const x = place.left + (s.from[i] - place.from) * scale, end = place.left + (s.to[i] - place.from) * scale;
    if (end < place.left || x > place.right) continue;
    const low = s.state[i] !== 0, high = low ? Math.max(2, place.pitch * .42) : Math.max(3, place.pitch * .82);
    draw.fillStyle = (s.state[i] > 1 ? pales : ink.component)[s.component[i]];
    draw.fillRect(x, middle(place, s.row[i]) - high / 2, Math.max(.6, end - x), high);
    if (ink.dark && !low && end - x > 1) { // dark colours on a dark ground have an edge
      draw.fillStyle = 'rgb(255 255 255 / .5)';
      draw.fillRect(x, middle(place, s.row[i]) - high / 2, end - x, 1);
    }
  }
}

function axis(draw, film, place, ink, time) {
  const y = place.top + film.rows.length * place.pitch + 4;
  draw.strokeStyle = ink.strong;
  draw.fillStyle = ink.faint;
  draw.lineWidth = 1;
  draw.font = font(10);
  draw.textBaseline = 'top';
  draw.beginPath();
  draw.moveTo(place.left, y + .5);
  draw.lineTo(place.right, y + .5);
  const step = pleasant((place.until - place.from) / Math.max(2, (place.right - place.left) / 110));
  for (let t = Math.ceil(place.from / step) * step; t <= place.until; t += step) {
    const x = Math.round(xOf(place, t)) + .5;
    draw.moveTo(x, y);
    draw.lineTo(x, y + 4);
    draw.textAlign = x < place.left + 14 ? 'left' : x > place.right - 22 ? 'right' : 'center';
    draw.fillText(t === 0 ? '0' : time(t), x, y + 6);
  }
  draw.stroke();
}

// pleasant is the least of 1, 2 and 5 times a power of ten that is not below a number.
export function pleasant(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= least);
}

// overRows draws over the diagram the messages that are under way, or those of the rank that is chosen, as often as they change.
export function overRows(film, place, ink) {
  const m = film.messages;
  let last = '';
  return (draw, t, chosen, under) => {
    const list = [];
    under(i => {
      if (t >= m.sent[i] && t <= m.arrived[i] && (!(chosen?.row >= 0) || m.from[i] === chosen.row || m.to[i] === chosen.row)) list.push(i);
    });
    if (list.length > place.width / 7) list.length = 0; // more would hide what is behind them
    const key = `${place.from} ${place.until} ${chosen?.message ?? ''} ${list.join()}`;
    if (key === last) return;
    last = key;
    draw.clearRect(0, 0, place.width, place.height);
    draw.save();
    draw.beginPath();
    draw.rect(place.left, 0, place.right - place.left + 1, place.height);
    draw.clip();
    arrows(draw, m, list, place, ink);
    if (chosen?.message >= 0) flight(draw, m, chosen.message, place, ink);
    draw.restore();
  };
}

// arrows are the messages that are on their way, or those of the rank that is chosen.
function arrows(draw, m, list, place, ink) {
  draw.lineWidth = 1;
  draw.strokeStyle = ink.ink;
  draw.globalAlpha = .45;
  draw.beginPath();
  for (const i of list) {
    draw.moveTo(xOf(place, m.sent[i]), middle(place, m.from[i]));
    draw.lineTo(xOf(place, m.arrived[i]), middle(place, m.to[i]));
  }
  draw.stroke();
  draw.globalAlpha = 1;
}

function flight(draw, m, i, place, ink) {
  draw.strokeStyle = ink.mark;
  draw.lineWidth = 2.5;
  draw.beginPath();
  draw.moveTo(xOf(place, m.posted[i]), middle(place, m.from[i]));
  draw.lineTo(xOf(place, m.sent[i]), middle(place, m.from[i]));
  draw.lineTo(xOf(place, m.arrived[i]), middle(place, m.to[i]));
  draw.lineTo(xOf(place, m.taken[i]), middle(place, m.to[i]));
  draw.stroke();
}

// criticalPath runs along a rank while that works, and on to the next one with the message.
function criticalPath(draw, film, place, ink) {
  const p = film.path;
  draw.strokeStyle = ink.mark;
  draw.lineWidth = p.count > 400 ? 1.2 : 1.8;
  draw.lineJoin = 'round';
  draw.beginPath();
  let begun = false;
  const to = (t, row) => {
    if (begun) draw.lineTo(xOf(place, t), middle(place, row));
    else draw.moveTo(xOf(place, t), middle(place, row));
    begun = true;
  };
  for (let i = 0; i < p.count; i++) {
    const e = p.edge[i], from = e >= 0 ? film.rowOf[film.edges.from[e]] : p.row[i], end = e >= 0 ? film.rowOf[film.edges.to[e]] : p.row[i];
    if (from >= 0) to(p.from[i], from);
    if (end >= 0) to(p.to[i], end);
  }
  draw.stroke();
}
