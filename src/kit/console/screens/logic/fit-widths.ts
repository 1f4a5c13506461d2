/** Widths with which a table shows as much as its room allows: first empty space goes, then years and seconds, then the ends of long texts, of names last. */
import type { FieldKind } from '../../../define/field.ts';
import { type Column, defaultWidth, importantRank, titleWidth } from './columns.ts';

/** Kinds whose text may be cut with dots where that makes the whole table fit; the rest is read whole. */
const cuttable: ReadonlySet<FieldKind> = new Set(['text', 'longText', 'ref', 'refs', 'choices', 'region']);
/** Kinds not drawn by their text alone: its length does not say what they need. */
const drawn: ReadonlySet<FieldKind> = new Set(['image', 'file', 'json', 'lines', 'password']);

const leastShare = 0.62;
const leastPx = 72;
/** No column is narrower than this, however little it holds. */
const floorPx = 64;
const padPx = 18;
/** Border and padding of a state's tag. */
const tagPx = 18;
/** What is left of a text, of a name, and of a time, where room is scarcest. */
const tightPx = 60;
const tightNamePx = 88;
const shortTimePx = 112;
/** Content widths go in steps, so that turning a page seldom moves a column. */
const stepPx = 8;

/** Estimated width of a text in 13 px type, digits in the bold of totals. */
function textPx(text: string): number {
  let px = 0;
  for (const c of text) px += c.charCodeAt(0) > 255 ? 13 : 8.2;
  return px;
}

/** What a column needs to show its heading and all its texts whole; never more than it has. */
function wholeWidth({ field, width }: Column, texts: readonly string[] | undefined): number {
  if (!texts || drawn.has(field.kind) || width !== defaultWidth(field)) return width;
  const content = texts.reduce((most, text) => Math.max(most, textPx(text)), 0);
  const needed = content + padPx + (field.kind === 'choice' || field.words ? tagPx : 0);
  return Math.min(width, Math.max(floorPx, titleWidth(field), Math.ceil(needed / stepPx) * stepPx));
}

/** Takes `over` px from widths, each giving in proportion to what it can spare. */
function give(widths: readonly number[], least: readonly number[], over: number): number[] {
  const spare = widths.map((w, i) => w - (least[i] ?? w));
  const all = spare.reduce((sum, s) => sum + s, 0);
  return widths.map((w, i) => w - Math.ceil(((spare[i] ?? 0) * over) / all));
}

const sum = (widths: readonly number[]): number => widths.reduce((total, w) => total + w, 0);

/** The texts shown under a column, totals included; undefined where a page draws its own cells. */
export type TextsOf = (column: Column) => readonly string[] | undefined;

const spoken = /\p{Script=Han}/u;

/** A number the rows are known by: half of it is another document's. */
const numbersRows = ({ field }: Column, index: number, texts: readonly string[] | undefined): boolean =>
  index === 0 && field.kind === 'text' && texts !== undefined && !texts.some((text) => spoken.test(text));

/** A name as long as names go. */
const namePx = 200;

/** Who or what a row is about: it is cut last. */
const namesRows = ({ field }: Column, index: number, texts: readonly string[] | undefined): boolean =>
  index === 0 && field.kind === 'text' && texts !== undefined;

/** The number of a card, a document, a terminal: it is cut only where nothing else can be. */
const numbersSomething = ({ field }: Column): boolean => field.kind === 'text' && field.label.endsWith('号');

const measured = /^[-−]?\d[\d.,]*(?: \S{1,3})?$/;
/** Quantities with their unit are figures all the same: without their end they are other quantities. A word may stand for one. */
const measures = ({ field }: Column, texts: readonly string[] | undefined): boolean =>
  field.kind === 'text' &&
  texts !== undefined &&
  texts.some((text) => measured.test(text)) &&
  texts.every((text) => measured.test(text) || (text.length <= 4 && !/\d/.test(text)));

/** A time without its year and seconds, which go before any text is cut; everything else whole. */
const shortOf = (column: Column, whole: number): number =>
  column.field.kind === 'time' && column.width === defaultWidth(column.field) ? Math.min(whole, shortTimePx) : whole;

/** What a column can do with when long texts are cut. */
function leastOf(column: Column, index: number, whole: number, texts: readonly string[] | undefined): number {
  if (numbersRows(column, index, texts) || numbersSomething(column) || measures(column, texts)) return whole;
  if (column.field.kind === 'time') return shortOf(column, whole);
  if (!cuttable.has(column.field.kind) || column.width !== defaultWidth(column.field)) return whole;
  const name = namesRows(column, index, texts) ? namePx : 0;
  return Math.min(whole, Math.max(Math.round(column.width * leastShare), titleWidth(column.field), leastPx, name));
}

/**
 * The least a column may be given before another that matters leaves the view: a few characters of a text. Figures, the
 * number its rows are known by, and states are never cut.
 */
function tightOf(column: Column, index: number, least: number, texts: readonly string[] | undefined): number {
  if (numbersRows(column, index, texts) || measures(column, texts)) return least;
  if (column.width !== defaultWidth(column.field)) return least;
  if (!cuttable.has(column.field.kind)) return least;
  return Math.min(least, index === 0 ? tightNamePx : tightPx);
}

/** A column with nothing in any row is the first to go, unless it is important. */
const emptyFirst = (rank: number | undefined, texts: readonly string[] | undefined): number | undefined =>
  rank !== undefined && rank < importantRank && texts && texts.length > 1 && texts.every((text) => text === '')
    ? -1
    : rank;

/**
 * The columns there is room for. What matters least is folded away first, from the right; where the important ones do not fit
 * although all their texts are cut, they go in the same order, and only who the row is about, its state and the last amount,
 * and what was asked for by hand, always stay.
 * @param rankOf what matters more has the higher rank, important ones from `importantRank` on; undefined is never folded
 */
export function foldColumns(
  columns: readonly Column[],
  room: number,
  textsOf: TextsOf,
  rankOf: (column: Column) => number | undefined,
): readonly Column[] {
  const least = columns.map((c, at) => leastOf(c, at, wholeWidth(c, textsOf(c)), textsOf(c)));
  const tight = columns.map((c, at) => tightOf(c, at, least[at]!, textsOf(c)));
  if (sum(least) <= room) return columns;
  const foldable = columns
    .map((column, at) => ({ column, at, rank: emptyFirst(rankOf(column), textsOf(column)) }))
    .filter((one): one is { column: Column; at: number; rank: number } => one.rank !== undefined)
    .sort((a, b) => a.rank - b.rank || b.at - a.at);
  const folded = new Set<Column>();
  const left = (widths: readonly number[]) => sum(widths.filter((_, at) => !folded.has(columns[at]!)));
  for (const { column, rank } of foldable) {
    if (left(rank < importantRank ? least : tight) <= room) break;
    folded.add(column);
  }
  return columns.filter((column) => !folded.has(column));
}

/**
 * One width per column. A table that is too wide first gives up the empty space in its columns, then years and seconds, then
 * the ends of long texts, then all but their beginnings; if even that is too wide, nothing is cut and it scrolls. Widths set by hand never change.
 * @param room px for the columns
 */
export function fitWidths(columns: readonly Column[], room: number, textsOf: TextsOf): number[] {
  const wanted = columns.map((c) => c.width);
  if (sum(wanted) <= room) return wanted;
  const whole = columns.map((c) => wholeWidth(c, textsOf(c)));
  if (sum(whole) <= room) return give(wanted, whole, sum(wanted) - room);
  const short = columns.map((c, i) => shortOf(c, whole[i] ?? c.width));
  if (sum(short) <= room) return give(whole, short, sum(whole) - room);
  const least = columns.map((c, i) => leastOf(c, i, whole[i] ?? c.width, textsOf(c)));
  if (sum(least) <= room) return give(short, least, sum(short) - room);
  const tight = columns.map((c, i) => tightOf(c, i, least[i]!, textsOf(c)));
  return sum(tight) <= room ? give(least, tight, sum(least) - room) : whole;
}

/**
 * Widths that fill `room` to the pixel: what is left over is shared out in whole px, to columns not set by hand if there are
 * any. A browser would share it out in fractions, which the heading rounds and the rows do not. Too wide a table stays as it is.
 */
export function fillRoom(columns: readonly Column[], widths: readonly number[], room: number): number[] {
  const free = columns.map((c) => c.width === defaultWidth(c.field));
  const takes = widths.map((w, i) => (free[i] || !free.includes(true) ? w : 0));
  const all = sum(takes);
  const spare = room - sum(widths);
  if (spare <= 0 || all === 0) return [...widths];
  const edges = takes.map((_, i) => Math.floor((sum(takes.slice(0, i + 1)) * spare) / all));
  return widths.map((w, i) => w + edges[i]! - (edges[i - 1] ?? 0));
}
