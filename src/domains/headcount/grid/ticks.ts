/** What the grid of reports holds before it is saved: the week as read, what was changed on it, and why a cell may not be. Pure. */
import { formatShortTime } from '../../../kit/console/clock.ts';
import type { GridWeek, Slot, Terms } from './week.ts';

/** A cell by its person's id and its slot. */
export const keyOf = (personId: number, slot: number): string => `${personId}/${slot}`;

/** Portions wanted, by cell. */
export type Edits = ReadonlyMap<string, number>;

export interface Said {
  /** 0: reported once and taken back, or declined. */
  portions: number;
  version: number;
}

export type Stored = ReadonlyMap<string, Said>;

export const storedOf = (week: Pick<GridWeek, 'cells' | 'people'>): Stored =>
  new Map(
    week.cells.map(([person, slot, portions, version]) => [
      keyOf(week.people[person]!.id, slot),
      { portions, version },
    ]),
  );

/** One cell as it stands. */
export interface CellState {
  portions: number;
  /** Eats because nothing was said: nobody reported it. */
  byDefault: boolean;
  changed: boolean;
}

/** What `termsAt` needs of a week. */
export type WithTerms = Pick<GridWeek, 'terms' | 'away' | 'gone' | 'habits'>;

/** What holds for a person in a slot; null where there is nothing to report. Who is away, or gone, eats nothing by default. */
export function termsAt(week: WithTerms, { id, kind }: { id: number; kind: number }, slot: number): Terms | null {
  const terms = week.terms[kind]?.[slot] ?? null;
  const away = week.away[id]?.[slot];
  const gone = week.gone[id];
  if (terms && gone) return { ...terms, byDefault: false, gone };
  if (terms && away) return { ...terms, byDefault: false, away };
  return terms?.byHabit ? { ...terms, byDefault: week.habits[id]?.includes(slot) ?? false } : terms;
}

/** What is stored of a cell, or taken for granted; 0 where nothing is. */
function saidOf(stored: Stored, key: string, terms: Terms): { portions: number; byDefault: boolean } {
  const said = stored.get(key);
  if (said) return { portions: said.portions, byDefault: false };
  return terms.byDefault ? { portions: 1, byDefault: true } : { portions: 0, byDefault: false };
}

export function stateOf(stored: Stored, edits: Edits, key: string, terms: Terms): CellState {
  const said = saidOf(stored, key, terms);
  const wanted = edits.get(key);
  return wanted === undefined ? { ...said, changed: false } : { portions: wanted, byDefault: false, changed: true };
}

export interface Gate {
  nowMs: number;
  /** Who may report after the cut-off and says why. */
  late: boolean;
}

/** Why a cell that has `said` portions may not say `wanted`; undefined where it may. */
export function lockOf(slot: Slot, terms: Terms, said: number, wanted: number, gate: Gate): string | undefined {
  if (slot.settled) return '已结算';
  if (terms.gone && wanted > said) return `人员${terms.gone}`;
  if (terms.away && wanted > said) return `已登记${terms.away}`;
  if (gate.nowMs < slot.opensAt) return `${formatShortTime(slot.opensAt)} 起可报`;
  if (wanted > terms.mostPortions) return `每人每餐最多 ${terms.mostPortions} 份`;
  if (gate.late) return undefined;
  const until = wanted < said ? slot.cancelAt : slot.closesAt;
  if (gate.nowMs < until) return undefined;
  return `${wanted < said ? '取消' : '报餐'}已于 ${formatShortTime(until)} 截止`;
}

/** Whether anything can be done with a cell as it was read. */
export function lockedNow(slot: Slot, terms: Terms, said: number, gate: Gate): string | undefined {
  return lockOf(slot, terms, said, said > 0 ? 0 : 1, gate);
}

/** What somebody wants of a cell. */
export interface Wish {
  personId: number;
  kind: number;
  slot: number;
  portions: number;
}

export interface Applied {
  edits: Edits;
  /** Cells that were left, by why. */
  skipped: ReadonlyMap<string, readonly Pick<Wish, 'personId' | 'slot'>[]>;
  /** Cells that say something else than before. */
  changed: number;
}

const nothingToReport = '不用报餐';

/** The edits with these wishes; cells that may not be changed are left and counted. */
export function wish(
  week: WithTerms & Pick<GridWeek, 'slots'>,
  stored: Stored,
  edits: Edits,
  wishes: readonly Wish[],
  gate: Gate,
): Applied {
  const next = new Map(edits);
  const skipped = new Map<string, Pick<Wish, 'personId' | 'slot'>[]>();
  let changed = 0;
  for (const { personId, kind, slot, portions } of wishes) {
    const skip = (why: string) => {
      const own = skipped.get(why) ?? [];
      own.push({ personId, slot });
      skipped.set(why, own);
    };
    const terms = termsAt(week, { id: personId, kind }, slot);
    if (!terms) {
      if (portions > 0) skip(nothingToReport);
      continue;
    }
    const key = keyOf(personId, slot);
    const said = saidOf(stored, key, terms).portions;
    if (portions === said) {
      if (next.delete(key)) changed += 1;
      continue;
    }
    const locked = lockOf(week.slots[slot]!, terms, said, portions, gate);
    if (locked) skip(locked);
    else if (next.get(key) !== portions) {
      next.set(key, portions);
      changed += 1;
    }
  }
  return { edits: next, skipped, changed };
}

/** Last week's ticks as wishes of this one, weekday by weekday and meal by meal, for the people of both. */
export function copied(before: GridWeek, now: GridWeek): Wish[] {
  const stored = storedOf(before);
  const placeOf = new Map(
    now.slots.map((slot, i) => [`${now.days.findIndex((d) => d.date === slot.date)}/${slot.mealPeriodId}`, i]),
  );
  const dayOf = new Map(before.days.map((day, i) => [day.date, i]));
  const known = new Set(before.people.map(({ id }) => id));
  return now.people
    .filter(({ id }) => known.has(id))
    .flatMap(({ id, kind }) =>
      before.slots.flatMap((slot, i): Wish[] => {
        const to = placeOf.get(`${dayOf.get(slot.date)}/${slot.mealPeriodId}`);
        const terms = termsAt(before, { id, kind }, i);
        if (to === undefined || !terms) return [];
        const { portions } = saidOf(stored, keyOf(id, i), terms);
        return [{ personId: id, kind, slot: to, portions }];
      }),
    );
}

export interface Unheard {
  name: string;
  cells: number;
  /** Some of them: 张三 周一午餐. */
  examples: string[];
}

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;
const mostExamples = 5;

/** What was left and why, in words; the largest first. */
export function skippedWords(
  { people, slots, days, meals }: Pick<GridWeek, 'people' | 'slots' | 'days' | 'meals'>,
  skipped: Applied['skipped'],
): Unheard[] {
  const nameOf = new Map(people.map((one) => [one.id, one.name]));
  const dayOf = new Map(days.map((day, i) => [day.date, weekdays[i % 7]!]));
  const mealOf = new Map(meals.map((meal) => [meal.id, meal.name]));
  return [...skipped]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, cells]) => ({
      name,
      cells: cells.length,
      examples: cells.slice(0, mostExamples).map(({ personId, slot }) => {
        const { date, mealPeriodId } = slots[slot]!;
        return `${nameOf.get(personId) ?? ''} ${dayOf.get(date) ?? ''}${mealOf.get(mealPeriodId) ?? ''}`;
      }),
    }));
}

/** People of this week who were not listed in the one before: nothing of theirs can be copied. */
export function strangers(before: Pick<GridWeek, 'people'>, now: Pick<GridWeek, 'people'>): string[] {
  const known = new Set(before.people.map(({ id }) => id));
  return now.people.filter(({ id }) => !known.has(id)).map(({ name }) => name);
}

/** A portion wherever people's fixed weekdays say one and none is ticked; what is ticked beyond them stays. */
export function habitual(week: GridWeek, stored: Stored, edits: Edits): Wish[] {
  return week.people.flatMap(({ id, kind }) =>
    (week.habits[id] ?? []).flatMap((slot): Wish[] => {
      const terms = termsAt(week, { id, kind }, slot);
      const ticked = terms !== null && stateOf(stored, edits, keyOf(id, slot), terms).portions > 0;
      return ticked ? [] : [{ personId: id, kind, slot, portions: 1 }];
    }),
  );
}

/** Portions of each slot over these people. */
export function countsOf(
  week: WithTerms & Pick<GridWeek, 'slots'>,
  people: readonly { id: number; kind: number }[],
  stored: Stored,
  edits: Edits,
): number[] {
  return week.slots.map((_, slot) => {
    let sum = 0;
    for (const { id, kind } of people) {
      const terms = termsAt(week, { id, kind }, slot);
      if (terms) sum += stateOf(stored, edits, keyOf(id, slot), terms).portions;
    }
    return sum;
  });
}

export interface History {
  now: Edits;
  past: readonly Edits[];
  ahead: readonly Edits[];
}

const none: Edits = new Map();
/** Steps that can be taken back. */
const mostSteps = 100;

export const unchanged: History = { now: none, past: [], ahead: [] };

const same = (a: Edits, b: Edits) => a.size === b.size && [...a].every(([key, portions]) => b.get(key) === portions);

export const step = ({ now, past, ahead }: History, next: Edits): History =>
  same(now, next) ? { now, past, ahead } : { now: next, past: [...past, now].slice(-mostSteps), ahead: [] };

export function undo(history: History): History {
  const last = history.past.at(-1);
  return last ? { now: last, past: history.past.slice(0, -1), ahead: [history.now, ...history.ahead] } : history;
}

export function redo(history: History): History {
  const [first, ...rest] = history.ahead;
  return first ? { now: first, past: [...history.past, history.now], ahead: rest } : history;
}

/** A rectangle of cells by rows and columns, both ends with it. */
export interface Range {
  row: number;
  slot: number;
  toRow: number;
  toSlot: number;
}

export const spanOf = ({ row, slot, toRow, toSlot }: Range) => ({
  top: Math.min(row, toRow),
  bottom: Math.max(row, toRow),
  left: Math.min(slot, toSlot),
  right: Math.max(slot, toSlot),
});

/** Cells of a rectangle as a sheet writes them: tabs and lines, portions or nothing. */
export const asText = (block: readonly (readonly number[])[]): string =>
  block.map((row) => row.map((portions) => (portions > 0 ? String(portions) : '')).join('\t')).join('\n');

/** What was copied from here or from a sheet; `undefined` where a text is no number of portions. */
export const fromText = (text: string): (number | undefined)[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) =>
      line.split('\t').map((one) => {
        const word = one.trim();
        if (word === '' || word === '–' || word === '-') return 0;
        if (word === '✓' || word === '√') return 1;
        return /^\d{1,2}$/.test(word) ? Number(word) : undefined;
      }),
    );
