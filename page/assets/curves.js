// Two or three algorithms over all sizes, with the sizes where the fastest changes.

import {chart} from './chart.js';
import {fill, h, table} from './dom.js';
import {later, live} from './live.js';
import {bytes, count, rate, time} from './units.js';

const most = 3; // algorithms in one picture
const figures = [['total_ps', 'time', time], ['busbw_bytes_per_s', 'busbw', rate]];

// curvesView draws curves for a result that it is given, while it is open.
export function curvesView(context) {
  const asker = live(context.ask);
  const choice = h('div', {class: 'choice'}), status = h('p', {class: 'lead', role: 'status'});
  const picture = pictureOf(context);
  const element = h('details', {class: 'panel curves', hidden: true, open: context.param('explore.curves') !== 'off'}, h('summary', {}, 'Algorithms over sizes'),
    h('div', {class: 'bar-of-choices'}, choice, figureChoice(context, picture.draw)), status, picture.element);
  let result = null, drawn = '', sure = '';
  const soon = later(ask, 80);

  element.addEventListener('toggle', () => {
    context.setParam('explore.curves', element.open ? null : 'off');
    if (element.open) ask();
    else asker.stop();
  });

  async function ask() {
    if (!element.open || !result) return;
    const competitors = competing(context, result);
    offer(context, choice, competitors, soon);
    const algorithms = chosenOf(context, competitors);
    if (algorithms.length === 0) return idle('Nothing to compare here: sizes can be varied of one collective alone.');
    const request = {do: 'curves', ...question(context, result), algorithms};
    const key = JSON.stringify(request);
    if (key === drawn) return picture.draw({size: result.bytes});
    picture.wait();
    status.textContent = 'Running all sizes.';
    const got = await asker.next(sure === key ? {...request, sure: true} : request, p => { status.textContent = `Running all sizes${p.stage ? `: ${p.stage}` : ''}${p.of ? `, ${count(p.of)} messages` : ''}.`; });
    if (got) take(got, key);
  }

  function take(got, key) {
    if (got.comparison) {
      drawn = key;
      status.textContent = words(got.comparison);
      picture.draw({answer: got, size: result.bytes});
    } else if (got.ask) {
      idle(got.ask.text, ' ', h('button', {type: 'button', onclick: () => { sure = key; ask(); }}, 'Run them'));
    } else {
      idle(got.error?.text ?? (got.problems ?? []).map(p => p.says).join(' '));
    }
  }

  function idle(...content) {
    drawn = '';
    fill(status, content);
    picture.clear();
  }

  return {
    element,
    ask(answered) {
      result = answered;
      element.hidden = false;
      soon();
    },
    stop: asker.stop,
  };
}

// pictureOf is the chart with its numbers. draw() again shows what it last had, in the figure that is chosen.
function pictureOf(context) {
  const frame = h('div', {class: 'figure'}), below = h('div');
  let shown = {}, plot = null;
  const clear = () => {
    plot?.destroy();
    plot = null;
    shown = {};
    fill(frame);
    fill(below);
    frame.classList.add('none');
  };
  const draw = next => {
    shown = {...shown, ...next};
    if (!shown.answer) return;
    const {comparison, series} = shown.answer;
    plot?.destroy();
    frame.classList.remove('old', 'none');
    plot = chart(frame, {comparison, series, figure: figureOf(context), size: shown.size, theme: context.theme()});
    fill(below, h('details', {}, h('summary', {}, 'The numbers'), numbers(comparison)));
  };
  context.onTheme(() => draw());
  return {
    element: h('div', {}, frame, below), draw, clear,
    wait() {
      frame.classList.add('old');
      frame.classList.remove('none');
    },
  };
}

const figureOf = context => figures.find(f => f[0] === context.param('explore.figure')) ?? figures[0];

// question is what is asked but for size and algorithm. Of a file with variants it is the one that is shown, as its result spells it out.
function question(context, result) {
  if (result.variant) return {scenario: JSON.stringify(result.scenario)};
  const asked = context.store.request();
  return {...asked, flags: asked.flags.filter(([name]) => !['bytes', 'algorithm', 'inter'].includes(name))};
}

// competing are the algorithms of the question's collective.
function competing(context, result) {
  if (result.workload || result.jobs?.length) return [];
  return context.options.collectives.find(c => c.name === result.collective && c.sized !== false)?.algorithms ?? [];
}

// chosenOf are those to draw: what the reader chose, else the algorithm of the question and the first others.
function chosenOf(context, competitors) {
  const chosen = (context.param('explore.algorithms') ?? '').split(',').filter(name => competitors.includes(name));
  if (chosen.length > 0) return chosen.slice(0, most);
  const own = context.store.get().flags.get('algorithm');
  const preferred = [own, 'ring', 'tree', 'hierarchical'].filter(name => competitors.includes(name));
  return [...new Set([...preferred, ...competitors])].slice(0, most);
}

function offer(context, choice, competitors, soon) {
  const chosen = chosenOf(context, competitors);
  fill(choice, competitors.map(name => {
    const box = h('input', {type: 'checkbox', checked: chosen.includes(name), disabled: !chosen.includes(name) && chosen.length >= most});
    box.addEventListener('change', () => {
      const next = box.checked ? [...chosen, name] : chosen.filter(n => n !== name);
      context.setParam('explore.algorithms', next.join(',') || null);
      offer(context, choice, competitors, soon);
      soon();
    });
    return h('label', {class: 'check', title: box.disabled ? `At most ${most}: take one away first` : null}, box, name);
  }));
}

function figureChoice(context, draw) {
  const [chosen] = figureOf(context);
  return h('fieldset', {class: 'choice'}, h('legend', {class: 'unseen'}, 'What is drawn'), figures.map(([key, name]) => {
    const input = h('input', {type: 'radio', name: 'figure', value: key, checked: key === chosen});
    input.addEventListener('change', () => { context.setParam('explore.figure', key === 'total_ps' ? null : key); draw(); });
    return h('label', {class: 'check'}, input, name);
  }));
}

// words say who is fastest where, and who cannot run.
function words(comparison) {
  const changes = comparison.crossings.filter(c => c.over === 'bytes');
  const winners = comparison.places.find(p => p.winners.length)?.winners ?? [];
  const first = changes[0]?.from ?? winners;
  const fastest = [`${first.join(' and ')} ${changes.length ? `up to ${size(changes[0].low)}` : 'at all sizes'}`, ...changes.map(c => `${c.to.join(' and ')} from ${size(c.high)}`)];
  const refused = comparison.names.filter((_, i) => comparison.places.every(p => p.cells[i].refused));
  const why = refused.map(name => ` ${name} cannot run here: ${comparison.places[0].cells[comparison.names.indexOf(name)].refused}.`);
  return (first.length ? `Fastest: ${fastest.join(', ')}.` : '') + why.join('');
}

const size = n => bytes(n).length > 9 ? `${count(n)} B` : bytes(n);

function numbers(comparison) {
  const cell = c => c.refused ? h('span', {title: c.refused}, 'cannot run') : `${time(c.total_ps)}, ${rate(c.busbw_bytes_per_s)}`;
  return table('Time and busbw by size', ['bytes', ...comparison.names.map(n => '>' + n)], comparison.places.map(p => [bytes(p.bytes), ...p.cells.map(cell)]));
}
