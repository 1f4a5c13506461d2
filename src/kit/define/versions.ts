/** Rules that hold from a day: a saved form takes effect at once or on a later day, and says what last month would have been. */
import { choice, int, longText, text, time } from './field.ts';
import { type AnyPage, page } from './page.ts';

export interface Versions {
  /** Time of the day, `HH:mm`, from which a version holds on its first day; 00:00 by default. */
  dayBegins?: string;
  /** Before it is saved it is told what last month would have been; the server's `foresee` answers it. */
  foresees?: true;
  /** What a new record that is to hold later has until then: `{ status: 'DISABLED' }`. */
  until?: Readonly<Record<string, string>>;
}

/** The day from which the saved form is to hold; it travels beside the values. */
export const fromKey = 'effectiveFrom';
/** Days ahead a version may be planned. */
export const mostDaysAhead = 1_100;

/** A change that waits for its day; a record with versions is answered with its `plans`. */
export interface PlannedChange {
  /** ISO 8601. */
  from: string;
  words: string;
}

/** A month as it was beside what it would have been. */
export interface Foreseen {
  /** What was looked at: the month 2026-10, or other days in words. */
  period: string;
  totals: readonly ForeseenFigure[];
  /** What the month is parted by, in words: 餐次与类别. */
  partTitle: string;
  /** The most affected first; at most `mostParts`. */
  parts: readonly ForeseenPart[];
  /** Parts beyond those listed. */
  more: number;
  /** The same month parted another way: the most affected people. */
  most?: { title: string; parts: readonly ForeseenPart[] };
  /** What the figures leave out, or rest on. */
  notes: readonly string[];
}
export interface ForeseenFigure {
  label: string;
  /** Fen, or a plain number in `unit`: 笔, 人, 单. */
  was: number;
  would: number;
  unit: 'fen' | '笔' | '人' | '单' | '份';
}
export interface ForeseenPart {
  name: string;
  /** Trades, grants, people. */
  count: number;
  wasFen: number;
  wouldFen: number;
  /** The lines behind what was. */
  open?: string;
}
export const mostParts = 20;

/** The parts by how much they change, the rest counted. */
export function partsOf(parts: readonly ForeseenPart[], most = mostParts): Pick<Foreseen, 'parts' | 'more'> {
  const by = (part: ForeseenPart) => Math.abs(part.wouldFen - part.wasFen);
  const sorted = parts.toSorted((a, b) => by(b) - by(a) || a.name.localeCompare(b.name, 'zh'));
  return { parts: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}

export const versionStates = [
  { value: 'PLANNED', label: '待生效', tone: 'info' },
  { value: 'IN_FORCE', label: '已生效', tone: 'success' },
  { value: 'WITHDRAWN', label: '已撤回', tone: 'neutral' },
  { value: 'FAILED', label: '未能生效', tone: 'danger' },
] as const;

const fields = {
  rowId: int('记录'),
  validFrom: time('生效时间', { columnWidth: 170 }),
  state: choice('状态', versionStates),
  words: longText('改动', { columnWidth: 420 }),
  madeName: text('设置人'),
  madeAt: time('设置时间', { columnWidth: 170 }),
  error: text('未生效的原因', { columnWidth: 200 }),
};

/** The child list 版本 of a page with `versions`; its server side is `bindVersions`. */
export const versionsPage = (of: AnyPage) =>
  page({
    of,
    path: 'versions',
    by: 'rowId',
    title: '版本',
    fields,
    list: {
      columns: ['validFrom', 'state', 'words', 'madeName', 'madeAt', 'error'],
      important: ['validFrom', 'state', 'words', 'madeName'],
      search: ['state'],
      sort: '-validFrom',
      row: [
        {
          key: 'withdraw_version',
          label: '撤回',
          tone: 'danger',
          confirm: '确定撤回这次改动？到时不再生效。',
          done: '已撤回',
          when: (row) => row.state === 'PLANNED',
        },
      ],
    },
    ...(of.limited ? { limited: of.limited } : {}),
  });
