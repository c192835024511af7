// The colours of the animation, as the theme has them.

// How far data is reduced, or filled in: from what one rank has to what is complete. Lightness falls evenly, so that it reads
// without colour as well.
const ramps = {
  light: [[244, 196, 48], [178, 196, 84], [92, 182, 132], [48, 150, 168], [52, 112, 200], [72, 70, 196]],
  dark: [[250, 206, 70], [186, 208, 96], [98, 196, 142], [60, 170, 190], [84, 148, 236], [136, 132, 255]],
};

export const shades = 12;

// shade is colour k of the ramp of a theme.
function shade(k, dark) {
  const ramp = dark ? ramps.dark : ramps.light;
  const at = k / (shades - 1) * (ramp.length - 1), i = Math.min(ramp.length - 2, Math.floor(at)), part = at - i;
  const mix = ramp[i].map((c, n) => Math.round(c + (ramp[i + 1][n] - c) * part));
  return `rgb(${mix.join(' ')})`;
}

// inks are all of them.
export const inks = dark => Array.from({length: shades}, (_, k) => shade(k, dark));

// shadeOf is which of them a share between 0 and 1 has.
export const shadeOf = share => Math.max(0, Math.min(shades - 1, Math.round(share * (shades - 1))));

// ink reads the theme. components are those of the engine, in the order of its numbers.
export function ink(components) {
  const style = getComputedStyle(document.documentElement);
  const value = name => style.getPropertyValue(name).trim();
  const dark = document.documentElement.dataset.theme === 'dark';
  return {
    dark, ink: value('--ink'), faint: value('--faint'), rule: value('--rule'), strong: value('--strong'), paper: value('--panel'), ground: value('--ground'),
    accent: value('--accent'), mark: value('--mark'),
    component: components.map(c => c.colour), shades: inks(dark),
    cable: dark ? '#4a525d' : '#c3cad2',
    kind: dark
      ? {gpu: '#2f4a34', node: '#2f4a34', nic: '#27435a', cpu: '#4d3d1c', 'pcie-switch': '#45412c', nvswitch: '#24483f', switch: '#2a3a6e', memory: '#453347'}
      : {gpu: '#d5e8d2', node: '#d5e8d2', nic: '#d3ebfb', cpu: '#f3e0b8', 'pcie-switch': '#f4eed3', nvswitch: '#c5ded6', switch: '#cfd9fb', memory: '#e6d5e4'},
  };
}

// pale is a colour for what is not work but waiting.
export function pale(colour, ground, part = .3) {
  const of = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16));
  const a = of(colour), b = of(ground);
  return `rgb(${a.map((c, i) => Math.round(c * part + b[i] * (1 - part))).join(' ')})`;
}
