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

/** A number or a time tells nobody on a phone which row this is. */
const saysLittle = ({ key, field }: Column) => /No$|Id$/.test(key) || field.kind === 'date' || field.kind === 'time';

/**
 * The heading (the first column of the page's own, or the person where that is but a number or a time), what stands for it in rows
 * of nobody, the states beside it, and what else matters most, in the list's own order.
 */
export function cardColumns(
  spec: AnyPage,
  columns: readonly Column[],
): {
  head: Column | undefined;
  otherwise: Column | undefined;
  states: readonly Column[];
  facts: readonly Column[];
} {
  const otherwise = headColumn(spec, columns);
  const person = columns.find(({ key }) => key === 'personName' || key === 'personId');
  const head = person && otherwise && saysLittle(otherwise) ? person : otherwise;
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
  return { head, otherwise, states, facts: rest.filter((column) => kept.has(column)) };
}
