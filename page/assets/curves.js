// Two or three algorithms over all sizes, with the sizes where the fastest changes.

import {chart} from './chart.js';
import {fill, h, table} from './dom.js';
import {later, live} from './live.js';
import {bytes, count, rate, time} from './units.js';

const most = 3; // algorithms in one picture
const figures = [['total_ps', 'time', time], ['busbw_bytes_per_s', 'busbw', rate]];

// curvesView draws curves for the question of the page, when it is asked to and has been opened.
export function curvesView(context) {
  const asker = live(context.ask);
  const box = h('details', {class: 'panel curves', hidden: true, open: context.param('explore.curves') !== 'off'}, h('summary', {}, 'Algorithms over sizes'));
  const choice = h('div', {class: 'choice'}), status = h('p', {class: 'lead', role: 'status'}), picture = h('div', {class: 'figure'}), below = h('div');
  box.append(h('div', {class: 'bar-of-choices'}, choice, figureChoice(context, () => draw())), status, picture, below);
  let drawn = '', answer = null, plot = null, sure = '', result = null;

  box.addEventListener('toggle', () => {
    context.setParam('explore.curves', box.open ? null : 'off');
    if (box.open) ask();
    else asker.stop();
  });

  const soon = later(() => ask(), 80);

  async function ask() {
    if (!box.open || !result) return;
    const competitors = competing(context, result);
    offer(context, choice, competitors, soon);
    const algorithms = chosenOf(context, competitors);
    if (algorithms.length === 0) return idle('Nothing to compare here: sizes can be varied of one collective alone.');
    const request = {do: 'curves', ...question(context, result), algorithms, ...context.options.sizes ? {sizes: context.options.sizes} : {}};
    const key = JSON.stringify(request);
    if (key === drawn) return mark();
    picture.classList.add('old');
    picture.classList.remove('none');
    status.textContent = 'Running all sizes.';
    const got = await asker.next({...request, ...(sure === key ? {sure: true} : {})}, p => { status.textContent = `Running all sizes: ${p.stage}${p.of ? `, ${count(p.of)} messages` : ''}.`; });
    if (got === null) return;
    take(got, key);
  }

  function take(got, key) {
    if (got.comparison) {
      drawn = key;
      answer = got;
      draw();
    } else if (got.ask) {
      idle(got.ask.text, h('button', {type: 'button', onclick: () => { sure = key; ask(); }}, 'Run them'));
    } else {
      idle(got.error?.text ?? (got.problems ?? []).map(p => p.says).join(' '));
    }
  }

  function idle(text, ...more) {
    drawn = '';
    answer = null;
    plot?.destroy();
    plot = null;
    fill(status, text ?? '', ' ', more);
    fill(picture);
    picture.classList.add('none');
    fill(below);
  }

  function draw() {
    if (!answer) return;
    const figure = figures.find(f => f[0] === (context.param('explore.figure') ?? 'total_ps')) ?? figures[0];
    plot?.destroy();
    picture.classList.remove('old');
    const {comparison, series} = answer;
    status.textContent = words(comparison);
    plot = chart(picture, {comparison, series, figure, size: result.bytes, theme: context.theme()});
    fill(below, h('details', {}, h('summary', {}, 'The numbers'), numbers(comparison)));
  }

  const mark = () => { picture.classList.remove('old'); draw(); };
  context.onTheme(draw);
  return {
    element: box,
    ask(answered) { result = answered; soon(); },
    stop: () => asker.stop(),
  };
}

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
  const chosen = context.param('explore.figure') ?? 'total_ps';
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
