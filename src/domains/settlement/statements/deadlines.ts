/** How long a side has to agree with a statement, and the other to answer a dispute. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Cycle } from './periods.ts';

/** Days after which silence is consent; of who is asked about a dispute, days after which the platform may rule without an answer. */
export const confirmDays: Readonly<Record<Cycle, number>> = { D1: 1, WEEK: 5, MONTH: 5 };

/** The last day that belongs to the other side of a dispute alone. */
export const answerBy = (cycle: string, raisedAt: string): string =>
  addDays(dateAt(Date.parse(raisedAt)), confirmDays[cycle as Cycle]);

/** The same of a dispute `d` about a statement `s`. */
export const answerByOf: RawBuilder<string> = sql`((d.raised_at at time zone 'Asia/Shanghai')::date + case s.cycle ${sql.raw(
  Object.entries(confirmDays)
    .map(([cycle, days]) => `when '${cycle}' then ${days}`)
    .join(' '),
)} end)`;
