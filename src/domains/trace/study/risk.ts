/** Attack rates, risk ratio with its interval, Fisher's exact test: pure. a, b: sick and well exposed; c, d: unexposed. */

export interface Fourfold {
  a: number;
  b: number;
  c: number;
  d: number;
}

export interface Risk extends Fourfold {
  /** Shares; null where nobody was (un)exposed. */
  exposedRate: number | null;
  unexposedRate: number | null;
  /** null where a rate is missing. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** Half a person was added to every cell, because one was empty. */
  corrected: boolean;
  /** Two-sided. */
  p: number;
  /** Share of the sick that were exposed. */
  ofSick: number | null;
}

const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) logFactorials.push(logFactorials[i - 1]! + Math.log(i));
  return logFactorials[n]!;
}

/** Probability of at most as likely a table with the same margins. */
export function fisher({ a, b, c, d }: Fourfold): number {
  const n = a + b + c + d;
  if (n === 0) return 1;
  const [row, column] = [a + b, a + c];
  const margins =
    logFactorial(row) + logFactorial(n - row) + logFactorial(column) + logFactorial(n - column) - logFactorial(n);
  const log = (x: number) =>
    margins - logFactorial(x) - logFactorial(row - x) - logFactorial(column - x) - logFactorial(n - row - column + x);
  const seen = log(a);
  let p = 0;
  for (let x = Math.max(0, row + column - n); x <= Math.min(row, column); x += 1) {
    const one = log(x);
    // Tables as likely as the one seen count with it, whatever the last digits say.
    if (one <= seen + 1e-7) p += Math.exp(one);
  }
  return Math.min(1, p);
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function riskOf(cells: Fourfold): Risk {
  const { a, b, c, d } = cells;
  const zero = a === 0 || b === 0 || c === 0 || d === 0;
  const comparable = a + b > 0 && c + d > 0 && a + c > 0;
  const half = zero && comparable ? 0.5 : 0;
  const [A, B, C, D] = [a + half, b + half, c + half, d + half];
  const ratio = comparable ? A / (A + B) / (C / (C + D)) : null;
  const spread = comparable ? 1.96 * Math.sqrt(1 / A - 1 / (A + B) + 1 / C - 1 / (C + D)) : 0;
  return {
    ...cells,
    exposedRate: share(a, a + b),
    unexposedRate: share(c, c + d),
    ratio,
    low: ratio === null ? null : Math.exp(Math.log(ratio) - spread),
    high: ratio === null ? null : Math.exp(Math.log(ratio) + spread),
    corrected: half > 0,
    p: fisher(cells),
    ofSick: share(a, a + c),
  };
}
