// Thousands of messages in one picture: each is copied from a small picture into the pixels of a canvas, which is shown once.

import {sharpness} from './watch_stage.js';

// dots is the layer of a canvas that shows messages.
export function dots(draw, ink) {
  const scale = sharpness(), {width, height} = draw.canvas;
  const image = draw.createImageData(width, height), pixels = new Uint32Array(image.data.buffer);
  const sprites = new Map();
  let top = height, bottom = 0, shownTop = height, shownBottom = 0;

  // sprite is how far data is reduced, and around it what holds the message up; -1 = nothing does.
  function sprite(radius, shade, held) {
    const key = ((held + 1) * 32 + shade) * 100 + Math.round(radius * 10);
    if (!sprites.has(key)) sprites.set(key, paint(radius * scale, ink.shades[shade], ink.dark ? '#000' : '#fff', held < 0 ? null : ink.component[held], scale));
    return sprites.get(key);
  }

  return {
    clear() {
      pixels.fill(0, top * width, bottom * width);
      top = height;
      bottom = 0;
    },
    put(x, y, radius, shade, held) {
      const {side, data} = sprite(radius, shade, held);
      const left = Math.round(x * scale - side / 2), first = Math.round(y * scale - side / 2);
      if (left < 0 || left + side > width || first < 0 || first + side > height) return;
      if (first < top) top = first;
      if (first + side > bottom) bottom = first + side;
      for (let row = 0, from = 0, to = first * width + left; row < side; row++, to += width - side) {
        for (const end = from + side; from < end; from++, to++) {
          const pixel = data[from], alpha = pixel >>> 24; // bytes of a pixel are red, green, blue, alpha, the lowest first
          if (alpha > 127 || alpha > 0 && pixels[to] === 0) pixels[to] = pixel;
        }
      }
    },
    show() {
      const from = Math.min(top, shownTop), to = Math.max(bottom, shownBottom);
      if (to > from) draw.putImageData(image, 0, 0, 0, from, width, to - from);
      shownTop = top;
      shownBottom = bottom;
    },
  };
}

// paint makes the small picture.
function paint(radius, fill, edge, held, scale) {
  const side = Math.ceil(2 * radius + 3 * scale), picture = document.createElement('canvas');
  picture.width = picture.height = side;
  const draw = picture.getContext('2d', {willReadFrequently: true});
  if (held) {
    draw.fillStyle = held;
    draw.fillRect(0, 0, side, side);
  }
  draw.beginPath();
  draw.arc(side / 2, side / 2, radius, 0, 7);
  draw.fillStyle = fill;
  draw.fill();
  draw.strokeStyle = edge;
  draw.lineWidth = .8 * scale;
  draw.stroke();
  return {side, data: new Uint32Array(draw.getImageData(0, 0, side, side).data.buffer)};
}
