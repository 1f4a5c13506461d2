/** How counter lists are searched by name, number or document. */
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../../kit/server/query/expression.ts';

/** `value` as a piece of the text, with the pattern signs of LIKE taken literally. */
export const likeText = (value: unknown): string => likePattern(String(value).trim());

/** 姓名/工号/单号 over the aliases `p` (person) and the document's number column. */
export const personOr =
  (documentNo: string) =>
  (value: unknown): RawBuilder<boolean> => {
    const like = likeText(value);
    return sql<boolean>`(p.name ilike ${like} or p.job_number ilike ${like} or ${sql.ref(documentNo)} ilike ${like})`;
  };
