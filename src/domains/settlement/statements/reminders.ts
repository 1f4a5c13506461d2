/** What a side is reminded of before its silence counts: statements that will agree themselves within a day, disputes left to the platform. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import '../tables.ts';

const dayMs = 86_400_000;

export interface StatementReminder {
  id: string;
  title: string;
  content: string;
  path: string;
  at: string;
}

/** At most one a day, to whoever may agree for the session's side. */
export async function statementReminders(ctx: Ctx): Promise<StatementReminder[]> {
  const { unitType } = ctx.session;
  if (unitType !== 'ORGANIZATION' && unitType !== 'CONTRACTOR') return [];
  const path = `/admin/${unitType.toLowerCase()}/settlement`;
  const entry = ctx.services.registry.at(path);
  if (!entry || !may(ctx.session, entry.page, entry.path, 'confirm')) return [];
  const side = unitType === 'ORGANIZATION' ? 'organization' : 'contractor';
  const now = ctx.clock.now();
  const { n, fen, first } = await ctx.db
    .selectFrom('unit_statement')
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`coalesce(sum(pay_fen), 0)::bigint`.as('fen'),
      sql<string | null>`min(confirm_by)`.as('first'),
    ])
    .where('status', '=', 'GENERATED')
    .where(`${side}_confirmed_at`, 'is', null)
    .where('confirm_by', '<=', isoAt(now + dayMs))
    .executeTakeFirstOrThrow();
  if (first === null) return [];
  return [
    {
      id: `statements-${side}-${dateAt(now)}`,
      title: `${n} 份结算单一天内将自动确认`,
      content: `应结合计 ${formatFenGrouped(fen)} 元。核对后确认，不对的在到期以前提出异议；不作声即视为确认。`,
      path: `${path}?status=GENERATED&${side}Waits=true`,
      at: first,
    },
  ];
}
