// What stands still of the drawn topology: servers, cables, devices.

import {trace} from './watch_line.js';
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
