/** The cells of a bill: columns by their headings, and values that must be what they seem. */
import { mulDivHalfUp, parseFen } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { fundingRefusals } from '../refusals.ts';

export const badRow = (row: number, why: string): Refusal => refuse(fundingRefusals.BILL_ROW, { row, why });

/** `订单金额（元）` → `订单金额`: the unit in brackets comes and goes between versions of a bill. */
export const bareHeading = (heading: string): string => heading.replace(/[（(]元[）)]$/, '').trim();

/** Where the first of several headings stands; -1 when none does. */
export function columnOf(headings: readonly string[], ...names: readonly string[]): number {
  for (const name of names) {
    const at = headings.indexOf(name);
    if (at >= 0) return at;
  }
  return -1;
}

/** A number as channels write them; undefined when something rewrote it, such as a spreadsheet that made it 4.2E+27. */
export const readNumber = (text: string): string | undefined => (/^[\w\-|*@]{1,64}$/.test(text) ? text : undefined);

/** Why a number was not taken, in words. */
export const wrongNumber = (title: string, text: string): string =>
  text === ''
    ? `${title}为空`
    : /^[\d.]+e\+?\d+$/i.test(text)
      ? `${title}「${text}」已被表格软件改写`
      : `${title}「${text}」不正确`;

/** Yuan, with or without a sign, as positive fen. */
export const readAmount = (text: string): number | undefined => parseFen(text.replace(/^[+-]/, ''));

/** Yuan of up to five decimals in hundred-thousandths, as sums of fees are written; undefined for no figure. */
export function readFine(text: string): number | undefined {
  const found = /^([+-]?)(\d{1,10})(?:\.(\d{1,5}))?$/.exec(text);
  if (!found) return undefined;
  const fine = Number(found[2]! + (found[3] ?? '').padEnd(5, '0'));
  return found[1] === '-' && fine !== 0 ? -fine : fine;
}

/** A fee in yuan of up to five decimals, with or without a sign, as positive fen; null for no figure. */
export function readFee(text: string): number | null {
  const fine = readFine(text);
  return fine === undefined ? null : mulDivHalfUp(Math.abs(fine), 1, 1_000);
}

const written = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** `YYYY-MM-DD HH:mm:ss` in Beijing as epoch milliseconds; undefined for what no calendar has. */
export function readTime(text: string): number | undefined {
  const found = written.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => (part ?? '0').padStart(2, '0'));
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${iso}+08:00`);
  return Number.isFinite(at) && isoAt(at).startsWith(iso) ? at : undefined;
}
