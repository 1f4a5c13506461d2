/** What of a row a card shows, and where. */
import type { AnyPage } from '../../../define/page.ts';
import { type Column, foldRank, importantRank } from './columns.ts';

/** Facts of a card beside its heading and states; the record has the rest. */
const mostFacts = 6;

/** Who a row is about: the first column of the page's own that has a word. Of rows of many units the unit is but a fact. */
export const headColumn = (spec: AnyPage, columns: readonly Column[]): Column | undefined =>
  columns.find(
    ({ key, field }) => field.kind !== 'image' && !(spec.wide as readonly string[] | undefined)?.includes(key),
  );

/** The state of the row itself stands before those of what belongs to it. */
const ownState = ({ key }: Column) => (/^status$|^state$/.test(key) ? 0 : 1);

/** The heading (the first column of the page's own), the states beside it, and what else matters most, in the list's own order. */
export function cardColumns(
  spec: AnyPage,
  columns: readonly Column[],
): { head: Column | undefined; states: readonly Column[]; facts: readonly Column[] } {
  const head = headColumn(spec, columns);
  const others = columns.filter((column) => column !== head);
  const states = others
    .filter(({ field }) => field.choices?.some(({ tone }) => tone) === true)
    .sort((a, b) => ownState(a) - ownState(b))
    .slice(0, 2);
  const rest = others.filter((column) => !states.includes(column));
  const kept = new Set(
    rest
      .map((column, at) => ({ column, at, rank: foldRank(spec, column) ?? 2 * importantRank }))
      .sort((a, b) => b.rank - a.rank || a.at - b.at)
      .slice(0, mostFacts)
      .map(({ column }) => column),
  );
  return { head, states, facts: rest.filter((column) => kept.has(column)) };
}
