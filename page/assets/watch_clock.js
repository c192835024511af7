// The clock of the animation: simulated time that runs while it plays.

const still = matchMedia('(prefers-reduced-motion: reduce)');
const seconds = 24;    // that a whole window takes at speed 1
const pause = 900;     // milliseconds from step to step, for who wants nothing that moves

// clock calls draw() whenever its time has changed, and ended() when it has come to the end.
export function clock(draw, ended) {
  let film = null, t = 0, running = false, last = 0, speed = 1, frame = 0;

  function tick(now) {
    if (!running) return;
    frame = requestAnimationFrame(tick);
    const gone = Math.max(0, Math.min(200, now - last)); // a frame may have begun before it was asked for
    if (still.matches) {
      if (now - last < pause) return;
      last = now;
      jump(1);
    } else {
      last = now;
      t += gone * rate() / 1000;
    }
    if (t >= film.until) {
      t = film.until;
      running = false;
      draw();
      ended();
      return;
    }
    draw();
  }

  // rate is how many ps pass in a second.
  const rate = () => (film.until - film.from) / seconds * speed;

  function jump(by) {
    const steps = film.steps;
    t = by > 0 ? steps.find(s => s > t) ?? film.until : steps.findLast(s => s < t) ?? film.from;
  }

  return {
    film(next, x) { film = next; running = false; speed = x; t = film.from; },
    now: () => Math.floor(t), // every ps is a whole one
    playing: () => running,
    speed(x) { speed = x; },
    toggle() {
      if (!film) return;
      running = !running;
      if (running) {
        if (t >= film.until) t = film.from;
        last = performance.now();
        frame = requestAnimationFrame(tick);
      } else cancelAnimationFrame(frame);
      draw();
    },
    pause() { running = false; cancelAnimationFrame(frame); },
    step(by) { running = false; jump(by); draw(); },
    to(next) { if (film) { t = Math.max(film.from, Math.min(film.until, next)); draw(); } },
  };
}

// perSecond is how much simulated time a second shows.
export const perSecond = (film, x) => (film.until - film.from) / seconds * x;
