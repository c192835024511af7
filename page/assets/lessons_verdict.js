// Runs of a lesson side by side, and what became of an answer.

import {stack, swatch} from './breakdown.js';
import {fill, h, table} from './dom.js';
import {bytes, shares as tenthsOf, tenths, things, time} from './units.js';

const called = {start: 'as given', answer: 'yours'};

// lane is one run: its name, its bar on a common scale, its time.
function lane(name, r, scale, context) {
  return h('div', {class: 'lane'}, h('b', {class: 'letter'}, called[name] ?? name),
    h('div', {}, stack(r.critical_path, context.components, {scale})),
    h('div', {class: 'number'}, h('strong', {'data-ps': r.total_ps, 'data-run': name}, time(r.total_ps)), h('span', {class: 'exact'}, `${things(r.rounds, 'round')}`)));
}

// comparison sets the scenario as given beside the answer. What a reader has opened stays open.
export function comparison(context) {
  const figures = h('div', {class: 'lesson-figures'}), more = h('div');
  const element = h('div', {class: 'lesson-runs', 'aria-busy': 'true'}, figures,
    h('details', {hidden: true}, h('summary', {}, 'Ranks and ports of yours'), more));
  return {
    element,
    show(start, answer) {
      const scale = Math.max(start.total_ps, answer.total_ps);
      fill(figures, h('div', {class: 'lanes'}, lane('start', start, scale, context), lane('answer', answer, scale, context)),
        answer.warnings.length ? h('ul', {class: 'warnings'}, answer.warnings.map(w => h('li', {}, w))) : null,
        parts(start, answer, context), steps(start, answer));
      fill(more, people(answer), ports(answer));
      element.lastChild.hidden = false;
    },
  };
}

// parts are the critical paths of both, component by component.
function parts(start, answer, context) {
  const shares = r => tenthsOf(context.components.map(c => r.critical_path[c.name]));
  const before = shares(start), after = shares(answer);
  const rows = context.components.map((c, i) => [c, i]).filter(([c]) => start.critical_path[c.name] + answer.critical_path[c.name] > 0).map(([c, i]) => [
    [swatch(c.name), h('span', {title: c.doc}, c.name)],
    time(start.critical_path[c.name]), tenths(before[i]), time(answer.critical_path[c.name]), tenths(after[i])]);
  return table('Where the time goes', ['where the time goes', '>as given', '>share', '>yours', '>share'], rows);
}

// steps are those of training: what is computed, hidden and exposed.
function steps(start, answer) {
  if (!answer.workload?.steady || answer.workload.kind !== 'training-step') return null;
  const row = (name, r) => { const s = r.workload.steady; return [name, time(s.step_ps), time(s.compute_ps), time(s.hidden_ps), time(s.exposed_ps), time(s.idle_ps)]; };
  return table('The steady step', ['a steady step', '>step', '>compute', '>hidden', '>exposed', '>idle'], [row('as given', start), row('yours', answer)]);
}

// people are the ranks that are told of: where somebody is late, one by one.
function people(r) {
  const row = (name, s) => [name, time(s.min_ps), time(s.median_ps), time(s.max_ps)];
  const all = table('Time by rank', ['per rank', '>min', '>median', '>max'], [row('own work', r.per_rank.own), row('waiting', r.per_rank.waiting), row('idle at end', r.per_rank.idle)]);
  const ranks = r.per_rank.ranks ?? [];
  if (ranks.length === 0 || r.per_rank.waiting.min_ps === r.per_rank.waiting.max_ps) return all;
  return [all, table('Ranks one by one', ['rank', '>own work', '>waiting', '>idle at end'], ranks.map(v => [v.rank, time(v.own_ps), time(v.waiting_ps), time(v.idle_ps)]))];
}

function ports(r) {
  if (r.hottest_ports.length === 0) return null;
  return table('Hottest ports', ['hottest ports', '>bytes', '>busy', '>no credit'], r.hottest_ports.map(p => [p.link, bytes(p.bytes), time(p.busy_ps), time(p.starved_ps)]));
}

// verdictOf is what the check said.
export function verdictOf({verdict, command}, context) {
  const {passed, refused, points, results, why} = verdict;
  const scale = Math.max(1, ...results.map(r => r.result.total_ps));
  return h('div', {class: `box ${passed ? 'right' : 'wrong'}`, 'data-passed': passed ? 'yes' : 'no'},
    h('p', {class: 'verdict'}, passed ? 'That is right.' : refused ? 'Not like that.' : 'Not yet.'),
    refused ? h('p', {}, refused) : null,
    points.length ? h('ul', {class: 'points'}, points.map(point)) : null,
    results.length > 2 ? h('div', {class: 'lanes'}, results.map(r => lane(r.name, r.result, scale, context))) : null,
    why ? h('p', {}, `Why yours takes its time: ${why}.`) : null,
    passed ? h('p', {}, 'The solution below says why, and what else would have done.') : null,
    h('code', {class: 'command'}, command));
}

function point(p) {
  return h('li', {class: p.holds ? 'yes' : 'no'}, h('b', {class: 'mark'}, p.holds ? 'yes' : 'no'),
    h('div', {}, h('p', {}, p.words, ' ', h('code', {}, p.that)), h('p', {class: 'lead'}, p.says + '.'), p.advice ? h('p', {}, p.advice) : null));
}
