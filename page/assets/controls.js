// The panel of controls over one question. Everything that a control offers comes from the engine's options.

import {fill, h} from './dom.js';
import * as fields from './fields.js';
import {noise, settings, straggler} from './parts.js';

// groups are the controls in the order of a reader's questions: where, what, how, by which software, what goes wrong.
const groups = [
  {title: 'Fabric', always: true, flags: ['fabric', 'nodes', 'gpus-per-node', 'network', 'transport', 'nics']},
  {title: 'Collective', always: true, flags: ['collective', 'algorithm', 'inter', 'bytes', 'root', 'ranks']},
  {title: 'Software', flags: ['library', 'protocol', 'launch', 'cuda-graph', 'tuner', 'nccl-version']},
  {title: 'Channels and order', flags: ['channels', 'slices', 'sync', 'placement', 'order']},
  {title: 'Stragglers and noise', make: [noise, straggler], flags: ['replicates', 'seed'], first: true},
  {title: 'Links and buffers', flags: ['set.network.rate', 'set.network.latency', 'set.network.buffer', 'set.nvlink.rate', 'set.nvlink.buffer', 'set.switch.flow-control'], make: [settings]},
  {title: 'Model', flags: ['fidelity', 'grant', 'fold', 'rivals', 'on-error', 'max-events', 'max-time'], closed: true},
];

// narrow is a screen that has no room for all of them.
const narrow = matchMedia('(max-width: 900px)');

// spelling of words that are more than a word.
const spelling = {gpus: 'GPUs', nics: 'NICs', nccl: 'NCCL', cuda: 'CUDA', nvlink: 'NVLink', inter: 'across nodes'};

const spell = name => {
  const words = name.replace(/^set\./, '').split(/[-.]/).map(w => spelling[w] ?? w).join(' ');
  return words[0].toUpperCase() + words.slice(1);
};

// controls builds the panel over a store. changed(name) tells which flag a reader is about to change; origin is whose change it is.
//
// It is made of parts: a part has an element, owns some flags, shows what the question says of them, and takes remarks.
export function controls(store, options, changed, origin) {
  const panel = {store, options, parts: [], shown: {values: {}, parameters: {}, unfelt: {}, result: null}};
  const remembered = new Map(); // the algorithm that a reader had last with a collective
  panel.move = (flags, name) => {
    changed(name);
    store.change({flags}, origin);
  };
  panel.set = (name, value) => panel.move(name === 'collective' ? {collective: value, ...algorithmFor(panel, value, remembered)} : {[name]: value}, name);

  const form = h('form', {class: 'controls', 'aria-label': 'What is simulated', onsubmit: event => event.preventDefault()});
  for (const group of groups) form.append(section(panel, group));
  const strip = h('p', {class: 'meaning', 'aria-hidden': 'true'});
  form.append(strip);
  form.addEventListener('focusin', event => explain(panel, strip, event.target));
  form.addEventListener('focusout', () => { strip.textContent = ''; });
  store.onChange(() => show(panel));
  show(panel);
  return {
    element: form,
    show(answer) {
      panel.shown = {...panel.shown, ...answer};
      show(panel);
    },
    remark: remarks => remark(panel, form, remarks),
    owns: name => panel.parts.some(part => part.owns(name)),
  };
}

// algorithmFor keeps an algorithm that the collective has, or takes the one that it had last.
function algorithmFor(panel, collective, remembered) {
  const flags = panel.store.get().flags;
  const algorithm = flags.get('algorithm'), before = flags.get('collective') ?? panel.shown.values.collective;
  if (algorithm) remembered.set(before, algorithm);
  const known = panel.options.collectives.find(c => c.name === collective)?.algorithms ?? [];
  if (!algorithm || known.includes(algorithm)) return {};
  return {algorithm: remembered.get(collective) ?? known[0] ?? null};
}

function section(panel, group) {
  const parts = [...(group.flags ?? []).map(name => single(panel, name)), ...(group.make ?? []).map(make => make(panel))];
  if (group.first) parts.reverse();
  panel.parts.push(...parts);
  return h('details', {class: 'controls-group', open: !group.closed && (group.always || !narrow.matches)}, h('summary', {}, group.title), h('div', {class: 'fields'}, parts.map(part => part.element)));
}

// single is the part of one flag.
function single(panel, name) {
  const made = field(panel, name, value => panel.set(name, value));
  return {
    element: made.element,
    owns: other => other === name,
    show(flags) {
      made.show(flags.get(name) ?? '', leftOut(panel, name), panel.shown.result?.bytes);
      made.dim(panel.shown.unfelt[name]);
    },
    remark: remarks => made.remark(remarks.get(name)),
    meaning: other => other === name ? made : null,
  };
}

// field makes the control of a flag by what the engine says about it.
function field(panel, name, set) {
  const {options} = panel;
  const parameter = name.startsWith('set.') ? options.parameters.find(p => p.name === name.slice(4)) : null;
  const flag = parameter ?? options.flags.find(f => f.name === name) ?? {doc: '', kind: 'text'};
  if (name === 'bytes') return fields.size(name, spell(name), flag.doc, set);
  if (flag.words?.length) return fields.word(name, spell(name), flag.doc, () => wordsOf(panel, name, flag), set);
  const number = flag.kind === 'integer' && !parameter ? {least: flag.least, most: flag.most} : null;
  return fields.text(name, spell(name), flag.doc, set, {number});
}

const lists = {fabric: 'fabrics', network: 'networks', transport: 'transports', library: 'libraries', fidelity: 'fidelities', collective: 'collectives'};

// wordsOf are the words of a flag, with what they mean where the engine says it.
function wordsOf(panel, name, flag) {
  if (name === 'algorithm') {
    const collective = panel.store.get().flags.get('collective') ?? panel.shown.values.collective;
    return panel.options.collectives.find(c => c.name === collective)?.algorithms ?? flag.words;
  }
  return panel.options[lists[name]] ?? flag.words;
}

// show puts the values of the question into the controls, and what holds where it says nothing.
function show(panel) {
  const {flags} = panel.store.get();
  for (const part of panel.parts) part.show(flags);
}

// leftOut says what holds where a flag is left out.
function leftOut(panel, name) {
  const {values, parameters, result} = panel.shown;
  const {flags, scenario, library} = panel.store.get();
  if (flags.has(name)) return 'left out';
  if (panel.shown.unfelt[name]) return 'no effect here';
  const held = name.startsWith('set.') ? parameters[name.slice(4)] : values[name] ?? worked(result, name, panel.options);
  if (held === undefined || held === null || held === '') return 'left out';
  return (scenario || library) && values[name] ? `file: ${held}` : `left out: ${held}`;
}

// worked is what a run worked out for a flag that was left out: as the result has it, its scenario, or else the preset.
function worked(result, name, options) {
  if (!result) return null;
  const {fabric = {}} = result.scenario;
  if (['nodes', 'gpus-per-node', 'network', 'transport', 'nics'].includes(name)) {
    return fabric[name] ?? options.fabrics.find(f => f.name === fabric.preset)?.[name.replaceAll('-', '_')];
  }
  return typeof result[name] === 'object' ? null : result[name];
}

// remark says at each control what is wrong with it or why it changes nothing: a Map of {kind, text} by flag.
function remark(panel, form, remarks) {
  for (const part of panel.parts) part.remark(remarks);
  for (const box of form.querySelectorAll('details')) {
    if (box.querySelector('.remark.problem:not([hidden])')) box.open = true;
  }
}

function explain(panel, strip, target) {
  const name = target.closest('[data-flag]')?.dataset.flag;
  const field = name && panel.parts.find(part => part.meaning(name))?.meaning(name);
  const chosen = target.selectedOptions?.[0]?.title;
  const more = panel.shown.unfelt[name] ? [' ', h('b', {}, 'No effect here.'), ' ', panel.shown.unfelt[name]] : chosen ? [' ', h('b', {}, target.value), ' ', chosen] : null;
  fill(strip, field ? [h('b', {}, field.label), ' ', field.doc, more] : '');
}
