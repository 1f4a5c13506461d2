/** Turns a page's columns and search into SQL expressions. */
import { type RawBuilder, sql } from 'kysely';
import type { Field } from '../../define/field.ts';
import type { Expr } from '../page/binding.ts';

/** An expression as SQL; a plain text is `alias.column`. */
export function expression(expr: Expr): RawBuilder<unknown> {
  return typeof expr === 'string' ? sql`${sql.ref(expr)}` : expr;
}

/** A text as LIKE finds it literally. */
export const literalLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`);
/** The LIKE pattern of whatever holds the text. */
export const likePattern = (text: string) => `%${literalLike(text)}%`;

/** How to look for a text whatever its letters' case: one without letters that have two is found three times as fast by LIKE. */
export const likeFor = (text: string): 'like' | 'ilike' =>
  text.toLowerCase() === text.toUpperCase() ? 'like' : 'ilike';

/** `column ilike '%text%'` with the text taken literally. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`${column} ${sql.raw(likeFor(text))} ${likePattern(text)}`;
}

/** Any of several text columns contains the text. */
export function anyContains(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<unknown> {
  return sql`(${sql.join(
    columns.map((c) => contains(c, text)),
    sql` or `,
  )})`;
}

/** A date bound of a time column covers the whole local day. */
function bound(field: Field, value: unknown, end: boolean): { value: unknown; exclusive: boolean } {
  if (field.kind === 'time' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return end
      ? { value: sql`(${value}::date + 1)::timestamp at time zone 'Asia/Shanghai'`, exclusive: true }
      : { value: sql`${value}::timestamp at time zone 'Asia/Shanghai'`, exclusive: false };
  // A bound past a small column's range is a bound all the same.
  return {
    value:
      typeof value === 'number'
        ? field.kind === 'decimal'
          ? sql`${value}::double precision`
          : sql`${value}::bigint`
        : sql`${value}`,
    exclusive: false,
  };
}

/** One search value against its column; undefined when the value asks for nothing. */
export function comparison(field: Field, of: RawBuilder<unknown>, value: unknown): RawBuilder<unknown> | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  // A column may be a comparison itself.
  const column = sql`(${of})`;
  switch (field.kind) {
    case 'choice':
      return Array.isArray(value)
        ? value.length > 0
          ? sql`${column} = any(${value}::text[])`
          : undefined
        : sql`${column} = ${value}`;
    case 'choices':
      return sql`${column} && ${Array.isArray(value) ? value : [value]}::text[]`;
    case 'ref':
    case 'region':
      return Array.isArray(value)
        ? value.length > 0
          ? sql`${column} = any(${value}::bigint[])`
          : undefined
        : sql`${column} = ${value}`;
    case 'refs':
      return sql`${column} && ${Array.isArray(value) ? value : [value]}::bigint[]`;
    case 'bool':
      return sql`${column} = ${value}`;
    case 'date':
    case 'time':
    case 'int':
    case 'money':
    case 'percent':
    case 'weight':
    case 'decimal': {
      if (!Array.isArray(value)) return sql`${column} = ${bound(field, value, false).value}`;
      const parts: RawBuilder<unknown>[] = [];
      if (value[0] !== null && value[0] !== undefined && value[0] !== '')
        parts.push(sql`${column} >= ${bound(field, value[0], false).value}`);
      if (value[1] !== null && value[1] !== undefined && value[1] !== '') {
        const to = bound(field, value[1], true);
        parts.push(to.exclusive ? sql`${column} < ${to.value}` : sql`${column} <= ${to.value}`);
      }
      return parts.length > 0 ? sql`${sql.join(parts, sql` and `)}` : undefined;
    }
    default:
      return contains(column, String(value).trim());
  }
}
