// A picture of several canvases, one over the other: what stands still below, what moves above. A canvas that nobody draws on
// costs nothing.

import {h} from './dom.js';

export const font = px => `${px}px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;

// stage makes the layers, the lowest first.
export function stage(label, layers) {
  const all = Array.from({length: layers}, () => h('canvas', {'aria-hidden': 'true'}).getContext('2d'));
  const element = h('div', {class: 'watch-stage', role: 'img', 'aria-label': `${label}. The same is in words beside it.`}, all.map(draw => draw.canvas));
  return {
    element, layers: all,
    wide: () => Math.floor(element.clientWidth),
    fit(width, height) {
      for (const draw of all) fit(draw, width, height);
      element.style.height = `${height}px`;
    },
    onPoint(f) {
      element.addEventListener('click', event => {
        const at = element.getBoundingClientRect();
        f(event.clientX - at.left, event.clientY - at.top);
      });
    },
  };
}

export const sharpness = () => Math.min(2, devicePixelRatio || 1);

// fit gives a canvas its size in CSS pixels.
function fit(draw, width, height) {
  const scale = sharpness(), {canvas} = draw;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  draw.setTransform(scale, 0, 0, scale, 0, 0);
}
