// One answer laid out for a reader: the time, what bounds it, why, where it goes, who waits.

import {choice, more} from './answer_more.js';
import {breakdown} from './breakdown.js';
import {fill, h, table} from './dom.js';
import {results} from './remarks.js';
import {bytes, count, rate, things, time} from './units.js';

// answerView is a panel that shows one result of an answer, and offers its others.
export function answerView(context) {
  const element = h('div', {class: 'answer'});

  // show gives the result that it shows. What a reader has opened stays open.
  function show(answer, early = false) {
    const all = results(answer), open = new Set(opened().map(fold => fold.firstChild.textContent));
    const chosen = all.find(r => r.variant === context.store.get().variant) ?? all[0];
    fill(element,
      all.length > 1 ? variants(all, chosen, variant => context.change({variant})) : null,
      head(chosen), chosen.error ? h('p', {class: 'box problem'}, chosen.error) : null, why(chosen, early),
      h('section', {class: 'panel'}, h('h2', {}, 'Where the time goes'), h('p', {class: 'lead'}, 'The critical path: what had to end before the last rank could.'),
        breakdown(chosen.critical_path, {components: context.components, groups: context.options.groups, total: chosen.total_ps})),
      more(chosen), details(chosen));
    for (const fold of element.querySelectorAll('details')) fold.open ||= open.has(fold.firstChild.textContent);
    return chosen;
  }

  const opened = () => [...element.querySelectorAll('details[open]')];
  return {element, show};
}

// variants are the results of a file with several.
function variants(all, chosen, choose) {
  return h('div', {class: 'tabs', role: 'group', 'aria-label': 'Variants'}, all.map(r =>
    h('button', {type: 'button', 'aria-pressed': r === chosen ? 'true' : 'false', onclick: () => choose(r.variant)},
      h('b', {}, r.variant), ' ', r.error ? 'failed' : time(r.total_ps))));
}

// called is what a result is about: all_reduce of 64 MiB, ring, 16 ranks on 2 x hgx-h100.
export function called(r) {
  const work = r.workload ? `${r.workload.kind}, ${r.collective}` : r.collective;
  const size = r.bytes > 0 ? ` of ${bytes(r.bytes)}` : '';
  return `${work}${size}, ${r.algorithm}, ${things(r.ranks, 'rank')} on ${r.nodes > 1 ? `${r.nodes} x ` : ''}${r.fabric}`;
}

function head(r) {
  const percent = Number(r.bound.percent);
  const gauge = h('div', {class: 'gauge', role: 'img', 'aria-label': `The lower bound is ${r.bound.percent} percent of the total`}, h('span'));
  gauge.firstChild.style.width = `${Math.min(100, percent)}%`;
  const library = r.library + (r.protocol ? ` (${r.protocol})` : '');
  return h('section', {class: 'panel headline'},
    h('p', {class: 'asked'}, h('b', {}, called(r)), h('span', {}, `library ${library}, ${r.fidelity} level, ${r.sync}, ${things(r.channels, 'channel')}, ${things(r.slices, 'slice')}`)),
    h('div', {class: 'figures'},
      h('div', {class: 'total'}, h('span', {class: 'name'}, 'total'), h('strong', {id: 'total', 'data-ps': r.total_ps}, r.error ? 'failed' : time(r.total_ps)),
        h('span', {class: 'exact'}, `${count(r.total_ps)} ps`)),
      h('div', {class: 'bound'}, h('span', {class: 'name'}, 'lower bound'), h('strong', {}, time(r.bound.total_ps)),
        h('span', {class: 'exact'}, `${r.bound.percent} % of the total; set by ${r.bound.binding}`), gauge)),
    h('dl', {class: 'facts'}, facts(r).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))));
}

const facts = r => [
  ['busbw', rate(r.busbw_bytes_per_s)], ['algbw', rate(r.algbw_bytes_per_s)], ['rounds', count(r.rounds)], ['a round', time(r.round_ps)],
  ['depth', count(r.depth)], ['messages', count(r.messages)], ['payload', bytes(r.payload_bytes)], ['on the wire', bytes(r.wire_bytes)],
];

function why(r, early) {
  return h('section', {class: 'panel why'}, h('h2', {}, 'Why'), h('p', {}, sentence(r.why), early ? h('span', {class: 'lead'}, ' Looking for a faster algorithm.') : null), choice(r),
    r.warnings.length ? h('ul', {class: 'warnings'}, r.warnings.map(w => h('li', {}, w))) : null);
}

const sentence = text => text ? text[0].toUpperCase() + text.slice(1) + '.' : '';

// details are what a reader opens: ranks, ports, how the run was made.
function details(r) {
  const fold = (title, ...content) => h('details', {class: 'panel more'}, h('summary', {}, title), content);
  return [
    fold('Ranks and ports', ranks(r), ports(r)),
    fold('How it was simulated', h('ul', {}, [r.fidelity_note, r.fold, r.proof, `scenario ${r.hash}, seed ${r.seed}, model ${r.model_version}, ${count(r.events)} events`]
      .filter(text => text).map(text => h('li', {}, text)))),
  ];
}

function ranks(r) {
  const row = (name, s) => [name, time(s.min_ps), time(s.median_ps), time(s.max_ps)];
  const slowest = r.per_rank.slowest.map(rank => `rank ${rank}`).join(', ');
  return [
    table('Time by rank', ['per rank', '>min', '>median', '>max'], [row('own work', r.per_rank.own), row('waiting', r.per_rank.waiting), row('idle at end', r.per_rank.idle)]),
    h('p', {class: 'lead'}, slowest ? `Slowest: ${slowest}.` : 'No rank is slower than the others.'),
  ];
}

function ports(r) {
  if (r.hottest_ports.length === 0) return h('p', {class: 'lead'}, 'No port sent anything.');
  return table('Hottest ports', ['hottest ports', '>bytes', '>busy', '>no credit'],
    r.hottest_ports.map(p => [p.link, bytes(p.bytes), time(p.busy_ps), time(p.starved_ps)]));
}

