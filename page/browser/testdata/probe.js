// What tests ask inside of the page. It is put in before the page's own scripts.
globalThis.probe = (() => {
  const begin = globalThis.setTimeout.bind(globalThis), end = globalThis.clearTimeout.bind(globalThis);
  const sleep = ms => new Promise(done => begin(done, ms));

  // due are the timers of the page that may lead to a question, or tell that one is asked: longer ones do not.
  const due = new Set(), longest = 300;
  globalThis.setTimeout = (f, ms = 0, ...args) => {
    if (ms > longest) return begin(f, ms, ...args);
    const id = begin(() => { try { f(...args); } finally { due.delete(id); } }, ms);
    due.add(id);
    return id;
  };
  globalThis.clearTimeout = id => { due.delete(id); end(id); };

  async function until(what, holds, ms = 90_000) {
    for (const last = Date.now() + ms; Date.now() < last; await sleep(5)) {
      const value = holds();
      if (value) return value;
    }
    throw new Error(`waited in vain for ${what} at ${location.hash}`);
  }

  const view = () => document.querySelector('section.view:not([hidden])');
  const all = (selector, root = view()) => [...root.querySelectorAll(selector)];
  const one = selector => view()?.querySelector(selector) ?? document.querySelector(selector);
  const visible = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getClientRects().length > 0;
  const text = e => e?.textContent.trim().replace(/\s+/g, ' ') ?? '';

  // content is what a view has once there is something in it.
  const content = {watch: '.watch-body:not([hidden]), .notice .box', lessons: '.lesson, .problem'};

  // settled waits until the shown view has its answer: nothing is about to be asked, and nothing has been.
  async function settled() {
    await until('a view', () => view() && !document.getElementById('opening'));
    let calm = 0;
    const still = () => due.size === 0 && view() && all(content[view().classList[1]] ?? '.answers').length > 0 && all('[aria-busy=true]').length === 0;
    await until('an answer', () => (calm = still() ? calm + 1 : 0) > 1); // what follows a promise begins between two looks
    return true;
  }

  async function turn(hash) {
    const before = location.hash, turned = new Promise(done => addEventListener('hashchange', done, {once: true}));
    location.hash = hash;
    if (location.hash !== before) await turned;
    return settled();
  }

  // answer is what the page says: times, and where they go.
  function answer() {
    return {
      ps: all('.answers [data-ps], .lesson-runs [data-ps]').map(e => Number(e.dataset.ps)),
      parts: all('.answers table.parts tr').map(text).filter(t => t),
      variants: all('[aria-label=Variants] button').map(text),
    };
  }

  // set puts a value into a form element as a reader does.
  function set(element, value) {
    element.focus();
    if (element.type === 'checkbox' || element.type === 'radio') element.click();
    else {
      element.value = value;
      element.dispatchEvent(new Event('input', {bubbles: true}));
      element.dispatchEvent(new Event('change', {bubbles: true}));
    }
  }

  const flag = (name, what = 'input, select, textarea') => one(`[data-flag="${CSS.escape(name)}"]`).querySelector(what);

  // choose sets a control by the name of its flag, and waits for the answer.
  async function choose(name, value) {
    set(flag(name), value);
    return settled();
  }

  async function press(label, root = view()) {
    const button = await until(`a button ${label}`, () => all('button', root).find(b => text(b) === label && !b.disabled && visible(b)));
    button.click();
    return settled();
  }

  async function start(label) {
    (await until(`a button ${label}`, () => all('button').find(b => text(b) === label && !b.disabled && visible(b)))).click();
    return true;
  }

  function hash(to) {
    location.hash = to;
    return true;
  }

  // controls are all form elements of the panels of controls that are shown, with those in closed groups.
  const controls = () => all('.side [class~=field] input, .side select, .side textarea, .side form button').filter(e => !e.closest('[hidden]'));

  const nameOf = e => text(e.labels?.[0]) || e.getAttribute('aria-label') || text(e);

  // spread is a list thinned to so many, the first and the last among them.
  const spread = (list, most) => list.length <= most ? list : Array.from({length: most}, (_, i) => list[Math.round(i * (list.length - 1) / (most - 1))]);

  // candidates are values to try in a control: all that it offers, or such as are near to what holds.
  function candidates(e) {
    if (e.tagName === 'BUTTON' || e.type === 'checkbox') return ['press'];
    if (e.tagName === 'SELECT') return spread([...e.options].map(o => o.value).filter(v => v !== e.value), 3);
    if (e.type === 'range') return [String(Math.max(Number(e.min), Number(e.value) - 3)), String(Math.min(Number(e.max), Number(e.value) + 1))];
    if (e.list) return [e.list.options[0].value];
    const held = (e.value || e.placeholder).replace(/^(left out|file): /, ''), [, number, unit] = held.match(/^([\d.,]+) ?(.*)$/) ?? [];
    if (e.type === 'number') return [...new Set([String(Number(number ?? 1) + 1), e.min || '0', '100000000', '2'])].filter(v => v !== e.value);
    const near = number ? [`${Number(number.replaceAll(',', '')) * 2} ${unit}`.trim(), `${Number(number.replaceAll(',', '')) / 2} ${unit}`.trim()] : [];
    return [...near, '2', '20 us', '1000 s', '1 MiB', '100 Gb/s', '1000000000'];
  }

  // tryControl tries the control of that number from the same question each time. how: "all" values, or "one" that is taken.
  async function tryControl(number, base, how) {
    const trials = [];
    const most = how === 'one' ? 4 : Infinity;
    let values = null, taken = 0;
    for (let k = 0; values === null || k < Math.min(values.length, most); k++) {
      await turn(base);
      const e = controls()[number];
      values ??= candidates(e);
      if (values.length === 0) break;
      const name = nameOf(e), value = values[k], free = e.tagName === 'INPUT' && e.type === 'text';
      if (e.disabled) return [{Control: name, Value: '', Changed: false, Said: e.title || e.closest('[title]')?.title || '', Problem: false}];
      const before = JSON.stringify(answer());
      const field = e.closest('.field') ?? e.parentElement;
      for (const box of function* (b) { for (; b; b = b.parentElement) if (b.tagName === 'DETAILS') yield b; }(e)) box.open = true;
      if (value === 'press') { e.focus(); e.click(); } else set(e, value);
      await settled();
      const remarks = all('.remark:not([hidden]), .notice .box', field.isConnected ? field : view()), notices = all('.notice .box');
      const said = [...remarks, ...notices].map(text).filter(t => t).join(' | ');
      const problem = [...remarks, ...notices].some(r => r.classList.contains('problem'));
      trials.push({Control: name, Value: value, Changed: JSON.stringify(answer()) !== before, Said: said || added(e, before), Problem: problem});
      if (problem && free && k === 0) values.splice(1, 0, ...[...said.matchAll(/(?:valid:|such as) ([^|(]*)/g)].flatMap(m => m[1].split(/,| or /)).map(w => w.trim()).filter(w => /^[a-z0-9. ]+$/i.test(w)));
      if (!problem) taken++;
      if (taken === (free || how === 'one' ? 1 : 2) && e.tagName === 'INPUT' || how === 'one' && taken) break; // words are tried all
      if (problem && trials.at(-2)?.Problem && trials.at(-2).Said === said) break; // it is refused whatever its value
    }
    return trials;
  }

  // added says that a control has made another one, which has the focus now.
  const added = e => document.activeElement !== e && controls().includes(document.activeElement) ? `goes to ${nameOf(document.activeElement)}` : '';

  // idleButtons presses all that can be pressed in the view and is no control of the question. It gives those that do nothing.
  async function idleButtons(address) {
    const idle = [], pressable = () => all('button, summary, input[type=checkbox], input[type=radio]').filter(e => !e.closest('.side form') && visible(e));
    await turn(address);
    const many = pressable().length;
    for (let i = 0; i < many; i++) {
      await turn(address);
      const e = pressable()[i];
      if (!e || e.type === 'radio' && e.checked) continue;
      const name = `${e.tagName.toLowerCase()} “${nameOf(e)}”`;
      if (e.disabled) {
        if (!(e.title || e.closest('[title]')) && !['Run this', 'Undo'].includes(text(e))) idle.push(`${name}, which is disabled,`);
        continue;
      }
      let effects = 0;
      const watcher = new MutationObserver(list => { effects += list.length; });
      watcher.observe(document.documentElement, {subtree: true, childList: true, attributes: true, characterData: true});
      const focus = () => { effects++; }, place = scrollY, link = location.hash, click = HTMLAnchorElement.prototype.click;
      document.addEventListener('focusin', focus);
      HTMLAnchorElement.prototype.click = function () { effects++; };
      const state = e.checked;
      e.click();
      for (const last = Date.now() + 120; effects === 0 && Date.now() < last;) await sleep(5); // a promise, such as of the clipboard
      await settled();
      HTMLAnchorElement.prototype.click = click;
      document.removeEventListener('focusin', focus);
      watcher.disconnect();
      if (e.checked !== state || scrollY !== place || location.hash !== link) effects++;
      if (effects === 0) idle.push(name);
    }
    return idle;
  }

  function opened(selector) {
    one(selector).open = true;
    return true;
  }

  // saved is what "Save" would write to a file.
  async function saved() {
    let blob = null;
    const make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
    URL.createObjectURL = b => { blob = b; return make.call(URL, b); };
    HTMLAnchorElement.prototype.click = function () { if (!this.download) click.call(this); };
    opened('.editor');
    await press('Save');
    URL.createObjectURL = make;
    HTMLAnchorElement.prototype.click = click;
    return blob.text();
  }

  // load gives a file to the page, as a reader who chooses one.
  async function load(content) {
    const files = new DataTransfer();
    files.items.add(new File([content], 'mine.yaml'));
    const input = one('input[type=file]');
    input.files = files.files;
    input.dispatchEvent(new Event('change', {bubbles: true}));
    await until('the text of the file', () => one('textarea.yaml').value === content);
    return settled();
  }

  // Layout. wide are elements that stick out to the side of what shows them; what scrolls by itself may.
  function wide() {
    const scrolls = e => e && (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement === document.body ? null : e.parentElement));
    const out = [], width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) out.push(`the page: ${document.documentElement.scrollWidth} of ${width}`);
    for (const e of all('*', document.body)) {
      if (!visible(e) || e.closest('.unseen, svg, .u-over, .uplot, .skip')) continue;
      const box = e.getBoundingClientRect();
      if ((box.right > width + 1 || box.left < -1) && !scrolls(e.parentElement)) out.push(`${spell(e)} from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width}`);
      const style = getComputedStyle(e);
      if (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && ['hidden', 'clip'].includes(style.overflowX) && text(e)) out.push(`${spell(e)} cut: ${e.scrollWidth} of ${e.clientWidth}`);
    }
    return [...new Set(out)].slice(0, 12);
  }

  const spell = e => `${e.tagName.toLowerCase()}${e.id ? '#' + e.id : ''}${[...e.classList].map(c => '.' + c).join('')} “${text(e).slice(0, 40)}”`;

  // overlapping are form elements and headings that lie on one another.
  function overlapping() {
    const boxes = all('button, input, select, textarea, summary, h1, h2, h3, label, a', document.body).filter(e => visible(e) && !e.closest('.unseen, .skip, .sheet'));
    const out = [];
    boxes.forEach((a, i) => {
      const p = a.getBoundingClientRect();
      for (const b of boxes.slice(i + 1)) {
        if (a.contains(b) || b.contains(a) || b.closest('dialog') !== a.closest('dialog') || fixed(a) !== fixed(b)) continue;
        const q = b.getBoundingClientRect();
        const x = Math.min(p.right, q.right) - Math.max(p.left, q.left), y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (x > 2 && y > 2) out.push(`${spell(a)} on ${spell(b)}: ${Math.round(x)} x ${Math.round(y)}`);
      }
    });
    return out.slice(0, 12);
  }

  const fixed = e => { for (; e; e = e.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(e).position)) return true; return false; };

  // faint are texts with less contrast than 4.5 to 1 (3 to 1 where they are large) to what is behind them (WCAG 2.2, 1.4.3).
  function faint() {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    const rgba = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
    const over = (a, b) => a.slice(0, 3).map((v, i) => v * a[3] / 255 + b[i] * (1 - a[3] / 255));
    const light = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
    const behind = e => { for (const list = []; ; e = e.parentElement) { if (!e) return list.reduceRight((b, a) => over(a, b), [255, 255, 255]); list.push(rgba(getComputedStyle(e).backgroundColor)); } };
    const out = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const e = node.parentElement;
      if (!node.data.trim() || !visible(e) || e.closest('.unseen, .skip, .old, :disabled, option, .dim')) continue;
      const style = getComputedStyle(e), back = behind(e), size = parseFloat(style.fontSize);
      const a = light(over(rgba(style.color), back)), b = light(back), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
      const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
      if (ratio < (large ? 3 : 4.5)) out.push(`${spell(e)}: ${ratio.toFixed(2)}`);
      if (size < 10.5) out.push(`${spell(e)}: letters of ${size} px`);
    }
    return [...new Set(out)].slice(0, 12);
  }

  // unlabelled are things to use without a name, and pictures without one.
  function unlabelled() {
    const out = [], ids = all('[id]', document.body).map(e => e.id);
    for (const e of all('button, input, select, textarea, a, summary', document.body)) if (!e.closest('[hidden]') && !nameOf(e)) out.push(spell(e));
    for (const e of all('canvas, [role=img], svg', document.body)) if (visible(e) && !e.closest('.uplot') && !e.getAttribute('aria-label') && e.getAttribute('aria-hidden') !== 'true' && !e.closest('[aria-hidden=true], [aria-label][role=img]')) out.push(spell(e));
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) out.push(`id ${id} twice`);
    for (const e of all('[aria-describedby], [aria-labelledby]', document.body)) {
      for (const id of `${e.getAttribute('aria-describedby') ?? ''} ${e.getAttribute('aria-labelledby') ?? ''}`.split(' ')) if (id && !document.getElementById(id)) out.push(`${spell(e)} is described by ${id}, which is not there`);
    }
    for (const e of all('table', document.body)) if (visible(e) && !e.caption) out.push(`${spell(e)} has no caption`);
    return [...new Set(out)];
  }

  const focused = () => { const e = document.activeElement; return {name: `${spell(e)}`, place: [...document.querySelectorAll('*')].indexOf(e), ring: parseFloat(getComputedStyle(e).outlineWidth) > 0 && getComputedStyle(e).outlineStyle !== 'none' || getComputedStyle(e).boxShadow !== 'none', body: e === document.body}; };

  const moving = () => document.getAnimations().filter(a => a.playState === 'running').map(a => spell(a.effect.target));

  // plant puts a faulty element into the view, in a field of its own, and weed takes it away.
  function plant(tag, style, into = 'section.view:not([hidden])') {
    const e = document.createElement(tag), field = document.createElement('div');
    e.className = 'planted';
    e.style.cssText = style;
    if (tag !== 'input') e.textContent = 'planted';
    field.className = 'field';
    field.append(e);
    one(into).append(field);
    return true;
  }

  function weed() {
    for (const e of document.querySelectorAll('.planted')) e.parentElement.remove();
    return true;
  }

  let engines = null;
  const engine = async () => engines ??= await (await import(new URL('engine.js', document.baseURI))).open();
  const ask = async request => (await engine()).text(request);

  return {sleep, until, view, all, one, visible, text, settled, turn, answer, set, flag, choose, press, start, hash, controls, nameOf, tryControl, idleButtons, opened, saved, load, wide, overlapping, faint, unlabelled, focused, moving, plant, weed, engine, ask};
})();
