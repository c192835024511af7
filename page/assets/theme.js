// Light, dark, or as the system says.

const choices = ['auto', 'light', 'dark'];
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set();
let chosen = remembered();

function remembered() {
  try {
    const word = localStorage.getItem('collsim.theme');
    return choices.includes(word) ? word : 'auto';
  } catch {
    return 'auto'; // a page may be forbidden to remember
  }
}

export const current = () => chosen;

// shownTheme is what one sees: light or dark.
export const shownTheme = () => chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;

// choose takes the next choice, or the one that is named.
export function choose(word = choices[(choices.indexOf(chosen) + 1) % choices.length]) {
  chosen = word;
  try {
    localStorage.setItem('collsim.theme', word);
  } catch { /* then it holds until the page is closed */ }
  apply();
}

export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply() {
  document.documentElement.dataset.theme = shownTheme();
  for (const listener of listeners) listener(shownTheme());
}

system.addEventListener('change', apply);
apply();
