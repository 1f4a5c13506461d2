/** How counter lists are searched by name, number or document. */
import { type RawBuilder, sql } from 'kysely';

/** `value` as a piece of the text, with the pattern signs of LIKE taken literally. */
export const likeText = (value: unknown): string =>
  `%${String(value)
    .trim()
    .replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** 姓名/工号/单号 over the aliases `p` (person) and the document's number columns. */
export const personOr =
  (...documentNos: string[]) =>
  (value: unknown): RawBuilder<boolean> => {
    const like = likeText(value);
    const places = ['p.name', 'p.job_number', ...documentNos].map((column) => sql`${sql.ref(column)} ilike ${like}`);
    return sql<boolean>`(${sql.join(places, sql` or `)})`;
  };
