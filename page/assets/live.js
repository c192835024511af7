// One question at a time: a newer one cancels the older.

// live makes an asker for one kind of question. Its promise gives null where a newer question has taken its place.
export function live(ask) {
  let running = null;
  const stop = () => { running?.abort(); running = null; };
  const next = async (request, progress, early) => {
    stop();
    const mine = running = new AbortController();
    const told = f => what => { if (running === mine) f?.(what); };
    try {
      const answer = await ask(request, {signal: mine.signal, progress: told(progress), early: told(early)});
      return running === mine ? answer : null;
    } catch (error) {
      if (mine.signal.aborted || running !== mine) return null;
      return {do: request.do, error: {kind: 'fault', text: error.message}};
    } finally {
      if (running === mine) running = null;
    }
  };
  return {next, stop, busy: () => running !== null};
}

// later calls f once nothing has happened for so many milliseconds.
export function later(f, milliseconds) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(f, milliseconds, ...args);
  };
}
