/** How lists with a person in every row are searched by one text. */
import { type RawBuilder, sql } from 'kysely';
import type { Expr } from '../../../kit/server/page/binding.ts';
import { anyContains, expression } from '../../../kit/server/query/expression.ts';
import { guestName, walkInName } from '../walk-in.ts';

/** 姓名/工号 of the alias `p`, or one of further texts (`alias.column` or an expression), contains the value. */
export const personOr =
  (...columns: readonly Expr[]) =>
  (value: unknown): RawBuilder<boolean> =>
    sql<boolean>`${anyContains(['p.name', 'p.job_number', ...columns].map(expression), String(value).trim())}`;

/** As `personOr`, where rows without a person are shown as 散客 and found by that name. */
export const personOrWalkInOr =
  (...columns: readonly Expr[]) =>
  (value: unknown): RawBuilder<boolean> => {
    const found = personOr(...columns)(value);
    const text = String(value).trim();
    return text !== '' && walkInName.includes(text) ? sql<boolean>`(p.id is null or ${found})` : found;
  };

/** As `personOr` in lists over trades (`t`): walk-ins and guests are each found by the name they are shown under. */
export const personOrGuestOr =
  (...columns: readonly Expr[]) =>
  (value: unknown): RawBuilder<boolean> => {
    const text = String(value).trim();
    if (text === guestName) return sql<boolean>`(p.id is null and t.attendance = 'ORDERED_EATEN')`;
    if (text === walkInName) return sql<boolean>`(p.id is null and t.attendance <> 'ORDERED_EATEN')`;
    return personOr(...columns)(value);
  };
