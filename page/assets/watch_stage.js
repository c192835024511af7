// A picture of two canvases, one over the other: what stands still, and what moves.

import {h} from './dom.js';

export const font = px => `${px}px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;

export function stage(label) {
  const lower = h('canvas', {'aria-hidden': 'true'});
  const upper = h('canvas', {role: 'img', 'aria-label': `${label}. The same is in words beside it.`});
  const element = h('div', {class: 'watch-stage'}, lower, upper);
  const below = lower.getContext('2d'), above = upper.getContext('2d');
  return {
    element, below, above,
    wide: () => Math.floor(element.clientWidth),
    fit(width, height) {
      fit(below, width, height);
      fit(above, width, height);
      element.style.height = `${height}px`;
    },
    onPoint(f) {
      upper.addEventListener('click', event => f(event.offsetX, event.offsetY));
    },
  };
}

// fit gives a canvas its size in CSS pixels.
function fit(draw, width, height) {
  const scale = Math.min(2, devicePixelRatio || 1);
  const {canvas} = draw;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  draw.setTransform(scale, 0, 0, scale, 0, 0);
}
