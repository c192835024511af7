// Both pictures of a film: the fabric, and ranks over time.

import {h} from './dom.js';
import {time} from './units.js';
import {under} from './watch_film.js';
import {ink as readInk} from './watch_ink.js';
import {layout} from './watch_layout.js';
import {mover} from './watch_moving.js';
import {namesWide, overRows, rowAt, rowsPlace, stillRows, timeOf, xOf} from './watch_rows.js';
import {stage} from './watch_stage.js';
import {still} from './watch_still.js';

const mostZoom = 512;

// pictures calls choose(what) where one points at something, and scrub(t) where one points at an instant.
export function pictures(context, {choose, scrub}) {
  const fabric = stage('The fabric, with the messages that are under way', 4), ranks = stage('What every rank does when', 2);
  const [wires, ...moving] = fabric.layers, [spans, over] = ranks.layers;
  const hand = h('div', {class: 'watch-hand', 'aria-hidden': 'true'}); // the instant
  ranks.element.append(hand);
  const element = h('div', {class: 'watch-stages'}, h('div', {class: 'panel watch-panel'}, fabric.element), h('div', {class: 'panel watch-panel'}, ranks.element));
  let film = null, ink = null, place = null, rows = null, moves = null, arrows = null, chosen = null, path = true, zoom = 1, middle = 0, width = 0;

  // lay fits both pictures to the width that there is.
  function lay() {
    if (!film || !fabric.wide()) return;
    ink = readInk(context.components);
    width = Math.max(280, fabric.wide());
    place = layout(film, width);
    fabric.fit(width, place.height);
    moves = mover(film, place, ink, moving);
    rows = rowsPlace(film, width, namesWide(spans, film, width));
    ranks.fit(width, rows.height);
    hand.style.height = `${rows.height - 20}px`;
    arrows = overRows(film, rows, ink);
    aim();
  }

  // aim shows a part of the time around its middle, or all.
  function aim() {
    const span = (film.until - film.from) / zoom;
    rows.from = Math.max(film.from, Math.min(film.until - span, middle - span / 2));
    rows.until = rows.from + span;
    settle();
  }

  function settle() {
    if (!place) return;
    still(wires, place, ink, chosen);
    stillRows(spans, film, rows, ink, {chosen, path, time});
  }

  fabric.onPoint((x, y) => { if (moves) choose(moves.find(x, y)); });
  ranks.onPoint((x, y) => {
    if (!rows) return;
    if (x >= rows.left) scrub(timeOf(rows, x));
    choose({row: rowAt(rows, y, film.rows.length)});
  });
  return {
    element, lay,
    film(next) {
      film = next;
      chosen = null;
      zoom = 1;
      lay();
    },
    choose(what) {
      chosen = what;
      settle();
    },
    zoom(by, t) {
      if (!rows) return;
      zoom = Math.max(1, Math.min(mostZoom, zoom * by));
      middle = t;
      aim();
    },
    // draw gives how many messages it has drawn.
    draw(t, withPath) {
      if (!moves) return 0;
      if (zoom > 1 && (t < rows.from || t > rows.until)) {
        middle = t + (rows.until - rows.from) * .4;
        aim();
      }
      if (path !== withPath) {
        path = withPath;
        settle();
      }
      hand.style.transform = `translateX(${xOf(rows, t).toFixed(1)}px)`;
      arrows(over, t, chosen, visit => under(film, t, visit));
      return moves.draw(t, {chosen, path});
    },
    // onResize calls f when there is another width.
    onResize(f) {
      new ResizeObserver(() => { if (fabric.wide() && Math.max(280, fabric.wide()) !== width) f(); }).observe(fabric.element);
    },
  };
}
