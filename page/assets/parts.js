// Controls for what is more than one flag: a rank that is late or slow, noise on every message, any other parameter.

import {fill, h} from './dom.js';
import {text, word} from './fields.js';

const late = /^set\.ranks\.(\d+)\.(start|slow)$/;

// group is a part of several fields, each with the name of its flag.
function group(style, fields, part) {
  return {
    element: h('div', {class: style}, fields.map(f => f.element)),
    meaning: name => fields.find(f => f.name === name) ?? null,
    ...part,
  };
}

// straggler is one rank that begins late or is slow. Which one is part of the name of its flags.
export function straggler(panel) {
  const {store} = panel;
  const flag = what => `set.ranks.${rank}.${what}`;
  let rank = '0', moved = false; // moved: what is said is about the rank, which was changed last
  const put = (what, value) => { moved = false; panel.set(flag(what), value); };
  const who = text('straggler', 'Straggler, rank', 'The rank that begins late or is slow.', moveTo, {number: {least: 0}});
  const start = text('straggler.start', 'Late start', 'How much later than the others it begins: 100 us.', value => put('start', value));
  const slow = text('straggler.slow', 'Slow-down', 'How many times as long everything takes that it does: 1.3.', value => put('slow', value));

  function moveTo(value) {
    const flags = {}, next = value || '0';
    for (const what of ['start', 'slow']) {
      const held = store.get().flags.get(flag(what));
      if (held) Object.assign(flags, {[flag(what)]: null, [`set.ranks.${next}.${what}`]: held});
    }
    rank = next;
    moved = true;
    if (Object.keys(flags).length) panel.move(flags, flag(flags[flag('slow')] ? 'slow' : 'start'));
    else who.remark({kind: 'note', text: 'Nobody is late or slow yet: say how.'});
  }

  return group('trio', [who, start, slow], {
    owns: name => late.exec(name)?.[1] === rank,
    show(flags) {
      const first = [...flags.keys()].map(name => late.exec(name)).find(found => found);
      if (first && !flags.has(flag('start')) && !flags.has(flag('slow'))) rank = first[1];
      who.show(rank, '');
      start.show(flags.get(flag('start')) ?? '', 'none');
      slow.show(flags.get(flag('slow')) ?? '', '1');
    },
    remark(remarks) {
      const begins = remarks.get(flag('start')), slower = remarks.get(flag('slow'));
      who.remark(moved ? begins ?? slower : undefined);
      start.remark(moved ? undefined : begins);
      slow.remark(moved ? undefined : slower);
    },
  });
}

// noise is a random duration on top of each posting of a message: its mean, and the law that it is drawn by.
export function noise(panel) {
  const {options, store} = panel;
  const words = options.parameters.find(p => p.name === 'host.stream.distribution')?.words ?? [];
  const fallback = words.includes('exponential') ? 'exponential' : words[0];
  const mean = text('set.jitter.mean', 'Noise, mean', 'The mean of a random duration on top of each posting of a message: 2 us.', value => {
    const drawn = store.get().flags.get(law.name) ?? fallback;
    panel.move({[mean.name]: value, [law.name]: value ? drawn : null}, mean.name);
  });
  const law = word('set.jitter.distribution', 'Its law', 'How the noise is distributed.', () => words, value => {
    if (store.get().flags.has(mean.name)) panel.set(law.name, value || fallback);
    else law.remark({kind: 'note', text: 'There is no noise yet: give its mean.'});
  });
  return group('pair', [mean, law], {
    owns: name => name === mean.name || name === law.name,
    show(flags) {
      mean.show(flags.get(mean.name) ?? '', 'none');
      law.show(flags.get(law.name) ?? '', fallback);
    },
    remark(remarks) {
      for (const field of [mean, law]) field.remark(remarks.get(field.name));
    },
  });
}

// settings are all parameters that the question sets and no other part shows, and a way to set one more.
export function settings(panel) {
  const {options, store} = panel;
  const rows = new Map();
  const waiting = new Set(); // named, without a value yet
  const box = h('div', {class: 'rows'});
  const more = text('settings', 'Any other parameter', 'A parameter of fabric or host, or a path of the scenario: nic.rate, host.handshake, jitter.sigma.',
    name => { if (options.parameters.some(p => p.name === name)) add(name); }, {suggestions: options.parameters.map(p => p.name)});
  more.element.querySelector('.input').append(h('button', {type: 'button', onclick: () => add(more.input.value.trim())}, 'Add'));

  function add(name) {
    if (!name) return;
    waiting.add(`set.${name}`);
    more.show('', '');
    more.input.value = '';
    part.show(store.get().flags);
    rows.get(`set.${name}`)?.input.focus();
  }

  function row(name) {
    const known = options.parameters.find(p => p.name === name.slice(4));
    const set = value => { waiting.add(name); panel.set(name, value); };
    const made = known?.words?.length ? word(name, name.slice(4), known.doc, () => known.words, set) : text(name, name.slice(4), known?.doc ?? '', set);
    const remove = () => { waiting.delete(name); panel.set(name, null); part.show(store.get().flags); more.input.focus(); };
    made.element.querySelector('.input').append(h('button', {type: 'button', 'aria-label': `Leave ${name.slice(4)} out`, onclick: remove}, '×'));
    return made;
  }

  const part = {
    element: h('div', {class: 'settings'}, box, more.element),
    owns: name => rows.has(name),
    meaning: name => rows.get(name) ?? (name === more.name ? more : null),
    show(flags) {
      const shown = name => panel.parts.some(other => other !== part && other.owns(name));
      const wanted = [...new Set([...flags.keys(), ...waiting])].filter(name => name.startsWith('set.') && !shown(name));
      if (wanted.join() !== [...rows.keys()].join()) {
        const old = new Map(rows);
        rows.clear();
        for (const name of wanted) rows.set(name, old.get(name) ?? row(name));
        fill(box, [...rows.values()].map(made => made.element));
      }
      for (const [name, made] of rows) made.show(flags.get(name) ?? '', panel.shown.parameters[name.slice(4)] ?? '');
    },
    remark(remarks) {
      for (const [name, made] of rows) made.remark(remarks.get(name));
    },
  };
  return part;
}
