/**
 * The blocks a dashboard is made of: work that waits, figures, charts, tables, notes. Each says, as a pure function of what the
 * page's verb `figures` answers, what it shows; how it looks is the console's.
 */
import { formatFenGrouped } from './fen.ts';
import type { Tone } from './field.ts';

/** A path, or a path with what is searched there. */
export type To = string | { path: string; query?: Readonly<Record<string, unknown>> };

/** One thing that waits, with how many; without a path there is no page for it (the hint says who deals with it). */
export interface WorkItem {
  label: string;
  count: number;
  hint: string;
  path?: string | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  /** Something is wrong, where the others merely wait. */
  bad?: boolean | undefined;
}

export interface Figure {
  title: string;
  value: string;
  unit: string;
  /** Change against the same day of last week, in percent; null when there is nothing to compare with. */
  trendPercent?: number | null;
  to?: To;
}

/** Words of a cell; `muted` is said beside, `below` on a line of its own. */
export interface Words {
  text: string | number;
  to?: To;
  tone?: Tone;
  muted?: boolean;
  below?: boolean;
  /** It is an amount: red below zero. */
  fen?: number;
}
export type Cell = string | number | Words | readonly (string | number | Words)[];

export interface TableShown {
  headings: readonly string[];
  /** The first cell of a row is its name. */
  rows: readonly { key: string | number; cells: readonly Cell[] }[];
  /** Below the rows where these are only the first of them: that there are more, and where. */
  rest?: Words | undefined;
}

interface Series<D> {
  name: string;
  of: (day: D) => number;
}

/** Days as columns of money and a line over them, which may count something else on an axis of its own. */
interface Line<D> extends Series<D> {
  axis?: string;
}
export interface Day {
  date: string;
  /** It is not over: what it came to so far. */
  running?: boolean;
}

interface TableMore {
  empty?: Cell;
  lined?: boolean;
  more?: { text: string; to: string };
}

export type Block<T = never> =
  | { kind: 'work'; of: (told: T) => readonly WorkItem[] }
  | { kind: 'figures'; of: (told: T) => readonly Figure[] }
  | {
      kind: 'chart';
      title: string;
      label: string;
      of: (told: T) => readonly Day[];
      columns: Series<never>;
      line: Line<never>;
    }
  /**
   * `empty` stands below the headings while there are no rows; without it the block goes. `lined`: a grid of many words. `more`
   * stands beside the heading, for whoever may open it: the page that says more of the same.
   */
  | ({ kind: 'table'; title: string; of: (told: T) => TableShown } & TableMore)
  | { kind: 'notes'; title: string; of: (told: T) => readonly Cell[] }
  | { kind: 'beside'; blocks: readonly Block<T>[] };

/** What blocks are written with, for a page whose `figures` answer `T`. */
export const blocksOf = <T>() => ({
  work: (of: (told: T) => readonly WorkItem[]): Block<T> => ({ kind: 'work', of }),
  figures: (of: (told: T) => readonly Figure[]): Block<T> => ({ kind: 'figures', of }),
  /** `label` says what it draws to who cannot see it. */
  chart: <D extends Day>(
    title: string,
    label: string,
    of: (told: T) => readonly D[],
    columns: Series<D>,
    line: Line<D>,
  ): Block<T> => ({ kind: 'chart', title, label, of, columns, line }),
  table: (title: string, of: (told: T) => TableShown, more: TableMore = {}): Block<T> => ({
    kind: 'table',
    title,
    of,
    ...more,
  }),
  notes: (title: string, of: (told: T) => readonly Cell[]): Block<T> => ({ kind: 'notes', title, of }),
  /** Side by side where there is room, the first wider. */
  beside: (...blocks: Block<T>[]): Block<T> => ({ kind: 'beside', blocks }),
});

/** A block, whatever it is told. */
export type AnyBlock = Block<never>;

const whole = (n: number) => n.toLocaleString('en-US');
/** A base below this says nothing in percent: fen, and things counted. */
const leastBase = { money: 10_000, count: 20 };
const changePercent = (now: number, before: number, least: number) =>
  before < least ? null : ((now - before) / before) * 100;
interface About {
  /** The same a week ago at this time of day. */
  before?: number;
  to?: To;
}
const figure = (
  title: string,
  value: string,
  unit: string,
  now: number,
  least: number,
  { before, to }: About,
): Figure => ({
  title,
  value,
  unit,
  ...(before === undefined ? {} : { trendPercent: changePercent(now, before, least) }),
  ...(to === undefined ? {} : { to }),
});

export const money = (title: string, fen: number, about: About = {}): Figure =>
  figure(title, formatFenGrouped(fen), '元', fen, leastBase.money, about);
export const count = (title: string, n: number, unit: string, about: About = {}): Figure =>
  figure(title, whole(n), unit, n, leastBase.count, about);

export const yuan = (fen: number): Words => ({ text: formatFenGrouped(fen), fen });
export const link = (text: string | number, to: To): Words => ({ text, to });
export const muted = (text: string | number): Words => ({ text, muted: true });
export const tagged = (text: string, tone: Tone): Words => ({ text, tone });
export const below = (text: string): Words => ({ text, below: true });
