// Quantities in the words of the command line: the same digits, rounded the same way (package sim/units).

const spans = [['ps', 1n], ['ns', 10n ** 3n], ['us', 10n ** 6n], ['ms', 10n ** 9n], ['s', 10n ** 12n]];
const sizes = [['B', 1n], ['KB', 10n ** 3n], ['MB', 10n ** 6n], ['GB', 10n ** 9n], ['TB', 10n ** 12n]];
const powers = [['B', 1n], ['KiB', 1n << 10n], ['MiB', 1n << 20n], ['GiB', 1n << 30n], ['TiB', 1n << 40n]];

// time writes picoseconds with at most four digits: 653.3 us.
export const time = ps => signed(ps, n => short(n, spans));

// bytes writes a size exactly in a binary unit where that takes no decimals, else with four digits.
export const bytes = b => signed(b, n => {
  for (const [name, size] of powers.slice(1).reverse()) {
    if (n >= size && n % size === 0n) return `${n / size} ${name}`;
  }
  return short(n, sizes);
});

// rate writes bytes a second with at most four digits. null is a rate that is not defined.
export const rate = r => r === null || r === undefined ? '-' : short(BigInt(r), sizes) + '/s';

// count writes a whole number with a comma before every third digit from the right.
export const count = n => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// things is count with its noun: 1 rank, 16 ranks.
export const things = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// exact writes picoseconds so that they can be added up: all parts of a total in one unit, to the last picosecond.
export function exact(ps, total = ps) {
  const [name, unit, digits] = Math.abs(total) < 1e6 ? ['ns', 1000n, 3] : ['us', 1000000n, 6];
  return signed(ps, n => `${count(n / unit)}.${String(n % unit).padStart(digits, '0')} ${name}`);
}

// tenths writes a share given in tenths of a percent.
export const tenths = t => `${Math.trunc(t / 10)}.${t % 10} %`;

// shares are the parts of a sum in tenths of a percent that add up to 1000: rounded down, and what is left goes to those
// that lost most.
export function shares(parts) {
  const all = parts.map(p => BigInt(p));
  const sum = all.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return all.map(() => 0);
  const whole = all.map(p => Number(p * 1000n / sum));
  const rest = all.map(p => p * 1000n % sum);
  for (let left = 1000 - whole.reduce((a, b) => a + b, 0); left > 0; left--) {
    let most = 0;
    rest.forEach((r, i) => { if (r > rest[most]) most = i; });
    whole[most]++;
    rest[most] = 0n;
  }
  return whole;
}

function signed(value, write) {
  const n = BigInt(value);
  return n < 0n ? '-' + write(-n) : write(n);
}

// short rounds to four digits in the largest unit that leaves a digit before the point.
function short(n, scales) {
  let i = scales.length - 1;
  while (i > 0 && n < scales[i][1]) i--;
  for (;; i++) {
    const [name, size] = scales[i];
    let decimals = 0, shift = 1n;
    for (let whole = n / size; whole < 1000n && shift < size && decimals < 3; whole *= 10n) {
      decimals++;
      shift *= 10n;
    }
    const rounded = (n * shift + size / 2n) / size;
    if (rounded >= 1000n * shift && i + 1 < scales.length) continue; // 999.96 us is 1 ms
    return `${point(rounded, decimals)} ${name}`;
  }
}

// point writes n / 10^decimals without trailing zeros.
function point(n, decimals) {
  if (decimals === 0) return String(n);
  const s = String(n).padStart(decimals + 1, '0');
  return `${s.slice(0, -decimals)}.${s.slice(-decimals)}`.replace(/\.?0+$/, '');
}
