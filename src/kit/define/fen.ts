/** Money as whole fen: reading what people type, showing it, and the only ways of dividing it. Pure, both sides. */

/** Whole fen, a safe integer; 100 = one yuan. */
export type Fen = number;

const written = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** `12`, `12.3` or `12.34` yuan as fen; undefined for anything else (signs, blanks, three decimals, over nine digits). */
export function parseFen(yuan: string): Fen | undefined {
  const match = written.exec(yuan);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * `1234.50` for 123450, `-0.05` for -5: in files and calls that machines read. What people read is grouped (`npm run check`).
 * @throws on a number that is not a safe integer.
 */
export function formatFenPlain(fen: Fen): string {
  if (!Number.isSafeInteger(fen)) throw new Error(`not whole fen: ${fen}`);
  const abs = Math.abs(fen);
  return `${fen < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** With thousands separators, wherever people read it: `1,234.50`. */
export function formatFenGrouped(fen: Fen): string {
  const plain = formatFenPlain(fen);
  // Nearly every swipe says such an amount.
  if (Math.abs(fen) < 100_000) return plain;
  const [whole = '', cents = ''] = plain.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/**
 * Splits `total` in proportion to `weights` so that the parts sum to it exactly: every part rounded down, what is left
 * goes fen by fen to the largest remainders (earlier part first when equal).
 * @throws when there is no weight above 0, a weight is negative or not an integer, or total is not a whole number.
 */
export function splitByRatio(total: Fen, weights: readonly number[]): Fen[] {
  if (!Number.isSafeInteger(total)) throw new Error(`not whole fen: ${total}`);
  if (weights.some((w) => !Number.isSafeInteger(w) || w < 0)) throw new Error('weights must be whole numbers from 0');
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n);
  if (sum === 0n) throw new Error('no weight above 0');
  const sign = total < 0 ? -1 : 1;
  const whole = BigInt(Math.abs(total));
  const parts = weights.map((w) => (whole * BigInt(w)) / sum);
  const remainders = weights.map((w, i) => ({ i, left: (whole * BigInt(w)) % sum }));
  remainders.sort((a, b) => (a.left === b.left ? a.i - b.i : a.left < b.left ? 1 : -1));
  let rest = Number(whole - parts.reduce((a, b) => a + b, 0n));
  const result = parts.map(Number);
  for (const { i } of remainders) {
    if (rest-- <= 0) break;
    result[i] = (result[i] ?? 0) + 1;
  }
  return result.map((part) => (part === 0 ? 0 : sign * part));
}

/**
 * a × b ÷ divisor rounded half up (away from zero), the one rounding of weighing, ratio bills, averages and shares:
 * grams × price per 100 g is `mulDivHalfUp(grams, pricePer100gFen, 100)`. The product may be past the safe integers.
 * @throws when an argument or the result is not a safe integer, or the divisor is not above 0.
 */
export function mulDivHalfUp(a: number, b: number, divisor: number): number {
  if (![a, b, divisor].every(Number.isSafeInteger) || divisor <= 0)
    throw new Error(`cannot round ${a} × ${b} / ${divisor}`);
  const product = BigInt(a) * BigInt(b);
  const d = BigInt(divisor);
  const rounded = Number(((product < 0n ? -product : product) * 2n + d) / (d * 2n));
  if (!Number.isSafeInteger(rounded)) throw new Error('result outside the safe range');
  return rounded === 0 || product > 0n ? rounded : -rounded;
}

/** Fen per one of `count`, half up: a figure to compare by, not to add. 0 of none. */
export const averageFen = (totalFen: Fen, count: number): Fen => (count > 0 ? mulDivHalfUp(totalFen, 1, count) : 0);

/** `part` of `whole` in hundredths of a percent, half up; null of nothing. */
export const basisPoints = (part: number, whole: number): number | null =>
  whole > 0 ? mulDivHalfUp(part, 10_000, whole) : null;
