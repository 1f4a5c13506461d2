/**
 * Figures of the platform's home that cost a walk over every purse, every person or a whole day's trades. A node asks for
 * them once a minute, however many have the page open: none of them is acted upon to the second.
 */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { eatenBy, floatFen, paidInBy } from '../../wallet/public.server.ts';
import { type HeadsElsewhere, headsIn, headsOfOtherDays } from './meals-of-day.ts';

export interface SlowFigures {
  people: number;
  /** Money of diners, fen. */
  floatFen: number;
  /** A week ago by this time of day. */
  netLastWeekFen: number;
  headsLastWeek: number;
  paidInLastWeekFen: number;
  /** In today's books. */
  elsewhere: HeadsElsewhere[];
}

const minuteMs = 60_000;
const known = new WeakMap<Services, { minute: number; byScope: Map<string, Promise<SlowFigures>> }>();

async function count(ctx: Ctx, today: string, thisTimeMs: number): Promise<SlowFigures> {
  const { db } = ctx;
  const lastWeek = addDays(today, -7);
  const [people, float, eaten, elsewhereThen, elsewhere, paidIn] = await Promise.all([
    db
      .selectFrom('person')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '<>', 'CLOSED')
      .executeTakeFirstOrThrow(),
    floatFen(db),
    eatenBy(db, lastWeek, thisTimeMs),
    headsOfOtherDays(ctx, lastWeek, thisTimeMs),
    headsOfOtherDays(ctx, today),
    paidInBy(db, lastWeek, thisTimeMs),
  ]);
  const units = [...eaten.values()];
  return {
    people: people.n,
    floatFen: float,
    netLastWeekFen: units.reduce((sum, unit) => sum + unit.netFen, 0),
    headsLastWeek: units.reduce((sum, unit) => sum + unit.heads, 0) - headsIn(elsewhereThen),
    paidInLastWeekFen: paidIn,
    elsewhere,
  };
}

/** `today`: the business day, `YYYY-MM-DD`. As of some moment of the running minute. */
export function slowFigures(ctx: Ctx, today: string): Promise<SlowFigures> {
  const nowMs = ctx.clock.now();
  const minute = Math.floor(nowMs / minuteMs);
  let asked = known.get(ctx.services);
  if (asked?.minute !== minute) {
    asked = { minute, byScope: new Map() };
    known.set(ctx.services, asked);
  }
  const { byScope } = asked;
  const scope = JSON.stringify(ctx.scope);
  let figures = byScope.get(scope);
  if (!figures) {
    figures = count(ctx, today, nowMs - 7 * 86_400_000);
    figures.catch(() => byScope.delete(scope));
    byScope.set(scope, figures);
  }
  return figures;
}
