// What only some answers have: replicates, several jobs, steps of training, losses, the choice of NCCL.

import {h, table} from './dom.js';
import {bytes, count, rate, time} from './units.js';

// more are the panels that a result asks for.
export const more = result => [chances(result), jobs(result), steps(result), losses(result)].filter(panel => panel);

const panel = (title, ...content) => h('section', {class: 'panel'}, h('h2', {}, title), content);

// chances are the statistics of runs with other luck.
function chances(r) {
  const all = r.replicates;
  if (!all) return null;
  const cells = q => [time(q.p50.ps), time(q.p95.ps), time(q.p99.ps), time(q.mean_ps), time(q.max_ps), q.p95_over_p50 ?? '-'];
  const end = (q, side) => [q.p50, q.p95, q.p99].map(p => p[side] === null ? '-' : time(p[side]));
  const rows = [['total', ...cells(all.total)], [`${all.confidence_percent} % from`, ...end(all.total, 'low_ps'), '', '', ''], ['to', ...end(all.total, 'high_ps'), '', '', ''],
    ...Object.entries(all.groups).filter(([, q]) => q.max_ps > 0).map(([name, q]) => [name, ...cells(q)])];
  return panel(`${count(all.count)} runs with other luck`, table('Percentiles over replicates', ['replicates', '>p50', '>p95', '>p99', '>mean', '>max', '>p95/p50'], rows),
    h('p', {class: 'lead'}, 'All other figures are those of the first.'));
}

function jobs(r) {
  const columns = ['job', 'what', '>total', '>alone', '>others cost', '>busbw'];
  const what = j => `${j.collective}${j.bytes > 0 ? ` of ${bytes(j.bytes)}` : ''}, ${j.algorithm}, ${j.teams > 1 ? `${j.teams} x ` : ''}${j.ranks} ranks`;
  return r.jobs?.length ? panel('Several things at once', table('Jobs', columns,
    r.jobs.map(j => [j.name, what(j), time(j.total_ps), time(j.alone_ps), time(j.cost_of_others_ps), rate(j.busbw_bytes_per_s)]))) : null;
}

function steps(r) {
  const all = r.workload?.steps;
  return all?.length ? panel('Steps', h('p', {class: 'lead'}, `As the last rank sees them, rank ${r.workload.rank}; ${count(r.workload.operations)} operations in all.`),
    table('Steps of the workload', ['step', '>time', '>compute', '>hidden', '>exposed', '>idle'],
      all.map(s => [String(s.step), time(s.step_ps), time(s.compute_ps), time(s.hidden_ps), time(s.exposed_ps), time(s.idle_ps)]))) : null;
}

function losses(r) {
  const l = r.loss;
  return l ? panel('Lost packets', h('p', {}, `${count(l.lost)} of ${count(l.packets)} packets were lost, ${count(l.resent)} sent again${l.worst_link ? `; most on ${l.worst_link}` : ''}.`)) : null;
}

// choice is what NCCL chose, and why.
export const choice = r => r.nccl ? h('p', {class: 'lead'}, `Choice: ${r.nccl.why}.`) : null;
