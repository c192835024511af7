// How fast the animation draws, for who measures it: window.collsim.frames.

// frames counts pictures. measure(seconds) plays for so long, and tells how many pictures there were a second, the longest time
// from one to the next in milliseconds, and the fewest messages that one of them had.
export function frames(clock) {
  let last = 0, longest = 0, fewest = Infinity;
  const all = {
    count: 0, drawn: 0, clock, film: null,
    drew(messages) {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      fewest = Math.min(fewest, messages);
      last = now;
      all.count++;
      all.drawn = messages;
    },
    async measure(seconds = 5) {
      if (!clock.playing()) clock.toggle();
      const begun = all.count, start = last = performance.now();
      longest = 0;
      fewest = Infinity;
      await new Promise(done => setTimeout(done, seconds * 1000));
      return {fps: (all.count - begun) * 1000 / (performance.now() - start), longest, fewest};
    },
  };
  (window.collsim ??= {}).frames = all;
  return all;
}
