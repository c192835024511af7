// Both pictures of a film: the fabric, and ranks over time.

import {h} from './dom.js';
import {time} from './units.js';
import {under} from './watch_film.js';
import {ink as readInk} from './watch_ink.js';
import {layout} from './watch_layout.js';
import {movingRows, namesWide, rowAt, rowsPlace, stillRows, timeOf} from './watch_rows.js';
import {stage} from './watch_stage.js';
import {mover, still} from './watch_topology.js';

const mostZoom = 512;

// pictures calls choose(what) where one points at something, and scrub(t) where one points at an instant.
export function pictures(context, {choose, scrub}) {
  const fabric = stage('The fabric, with the messages that are under way'), ranks = stage('What every rank does when');
  const element = h('div', {class: 'watch-stages'}, h('div', {class: 'panel watch-panel'}, fabric.element), h('div', {class: 'panel watch-panel'}, ranks.element));
  let film = null, ink = null, place = null, rows = null, moves = null, chosen = null, zoom = 1, middle = 0, width = 0;

  // lay fits both pictures to the width that there is.
  function lay() {
    if (!film || !fabric.wide()) return;
    ink = readInk(context.components);
    width = Math.max(280, fabric.wide());
    place = layout(film, width);
    fabric.fit(width, place.height);
    moves = mover(film, place, ink);
    rows = rowsPlace(film, width, namesWide(ranks.below, film, width));
    ranks.fit(width, rows.height);
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
    still(fabric.below, place, ink, chosen);
    stillRows(ranks.below, film, rows, ink, {chosen, time});
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
    draw(t, path) {
      if (!moves) return 0;
      if (zoom > 1 && (t < rows.from || t > rows.until)) {
        middle = t + (rows.until - rows.from) * .4;
        aim();
      }
      const drawn = moves.draw(fabric.above, t, {chosen, path});
      movingRows(ranks.above, film, rows, ink, t, {chosen, path, under: visit => under(film, t, visit)});
      return drawn;
    },
    // onResize calls f when there is another width.
    onResize(f) {
      new ResizeObserver(() => { if (fabric.wide() && Math.max(280, fabric.wide()) !== width) f(); }).observe(fabric.element);
    },
  };
}
