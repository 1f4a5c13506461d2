/**
 * What went through each operator's drawer, by business day and shift. The drawer is an account of the ledger, so what
 * must be handed in is its net; the columns only say how it came about. Fen.
 */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { figureKeys } from './figures.ts';

export interface DrawerFigures {
  depositCount: number;
  /** Cash deposits and recharges in cash, less what was reversed. */
  depositFen: number;
  issueFeeFen: number;
  replaceFeeFen: number;
  pledgeInFen: number;
  /** Cash-outs and refunds in cash, less what was reversed. */
  cashOutFen: number;
  pledgeBackFen: number;
}

export interface DrawerDay extends DrawerFigures {
  operatorId: number;
  businessDate: string;
  /** Net of the drawer in the ledger, whatever the kinds. */
  ledgerFen: number;
}

export interface Handover extends DrawerFigures {
  id: number;
  operatorId: number;
  operatorName: string;
  businessDate: string;
  shiftNo: number;
  dueFen: number;
  countedFen: number;
  differenceFen: number;
  reason: string;
  at: string;
}

/** 应交 = 存款 + 工本费 + 押金收 − 取款 − 押金退. */
export const dueOf = (f: DrawerFigures): number =>
  f.depositFen + f.issueFeeFen + f.replaceFeeFen + f.pledgeInFen - f.cashOutFen - f.pledgeBackFen;

export interface DrawerFilter {
  from: string | null;
  to: string | null;
  operatorId?: number;
}

const into = (...kinds: string[]) => {
  const list = sql.join(kinds.map((k) => sql.lit(k)));
  return sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where u.posting_kind in (${list}) or u.reverses_kind in (${list})), 0)::bigint`;
};

/** Card fees in cash that were not for a first card, by operator and day. */
function replacements(ctx: Ctx, filter: DrawerFilter) {
  let query = ctx.db
    .selectFrom('posting as g')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'g.organization_id')
        .onRef('e.business_date', '=', 'g.business_date')
        .onRef('e.posting_id', '=', 'g.id'),
    )
    .select(['g.operator_id as operatorId', 'g.business_date as businessDate'])
    .select(sql<number>`-sum(e.amount_fen)::bigint`.as('fen'))
    .where('g.kind', '=', 'CARD_FEE')
    .where('e.account', '=', 'cash_drawer')
    .where('g.operator_id', '<>', 0)
    .where('g.reason', 'not like', '发卡%')
    .groupBy(['g.operator_id', 'g.business_date']);
  if (filter.from) query = query.where('g.business_date', '>=', filter.from);
  if (filter.to) query = query.where('g.business_date', '<=', filter.to);
  if (filter.operatorId !== undefined) query = query.where('g.operator_id', '=', filter.operatorId);
  return query.execute();
}

/** Days on which an operator's drawer moved. */
export async function drawerDays(ctx: Ctx, filter: DrawerFilter): Promise<DrawerDay[]> {
  let query = ctx.db
    .selectFrom('rollup_operator_day as u')
    .select(['u.operator_id as operatorId', 'u.business_date as businessDate'])
    .select([
      sql<number>`coalesce(sum(u.entry_count) filter (where u.posting_kind in ('DEPOSIT', 'RECHARGE')), 0)::int`.as(
        'depositCount',
      ),
      into('DEPOSIT', 'RECHARGE').as('depositFen'),
      into('CARD_FEE').as('feeFen'),
      into('CARD_DEPOSIT').as('pledgeInFen'),
      sql<number>`-${into('CASH_OUT', 'REFUND')}`.as('cashOutFen'),
      sql<number>`-${into('CARD_DEPOSIT_RETURN')}`.as('pledgeBackFen'),
      sql<number>`sum(u.out_fen - u.in_fen)::bigint`.as('ledgerFen'),
    ])
    .where('u.account', '=', 'cash_drawer')
    .groupBy(['u.operator_id', 'u.business_date']);
  if (filter.from) query = query.where('u.business_date', '>=', filter.from);
  if (filter.to) query = query.where('u.business_date', '<=', filter.to);
  if (filter.operatorId !== undefined) query = query.where('u.operator_id', '=', filter.operatorId);
  const days = await query.execute();
  const replaced = days.some((d) => d.feeFen !== 0) ? await replacements(ctx, filter) : [];
  return days.map(({ feeFen, ...day }) => {
    const found = replaced.find((r) => r.operatorId === day.operatorId && r.businessDate === day.businessDate);
    const replaceFeeFen = found?.fen ?? 0;
    return { ...day, replaceFeeFen, issueFeeFen: feeFen - replaceFeeFen };
  });
}

/** Shifts handed over, oldest first. */
export async function handovers(ctx: Ctx, filter: DrawerFilter): Promise<Handover[]> {
  let query = ctx.db
    .selectFrom('cash_handover')
    .select([
      'id',
      'operator_id as operatorId',
      'operator_name as operatorName',
      'business_date as businessDate',
      'shift_no as shiftNo',
      'deposit_count as depositCount',
      'deposit_fen as depositFen',
      'issue_fee_fen as issueFeeFen',
      'replace_fee_fen as replaceFeeFen',
      'pledge_in_fen as pledgeInFen',
      'cash_out_fen as cashOutFen',
      'pledge_back_fen as pledgeBackFen',
      'due_fen as dueFen',
      'counted_fen as countedFen',
      'difference_fen as differenceFen',
      'reason',
      'at',
    ])
    .orderBy('business_date')
    .orderBy('operator_id')
    .orderBy('shift_no');
  if (filter.from) query = query.where('business_date', '>=', filter.from);
  if (filter.to) query = query.where('business_date', '<=', filter.to);
  if (filter.operatorId !== undefined) query = query.where('operator_id', '=', filter.operatorId);
  return query.execute();
}

/** What of a day was not handed over yet. */
export function openPart(day: DrawerDay, handed: readonly Handover[]): DrawerFigures {
  const open = { ...day };
  for (const shift of handed)
    if (shift.operatorId === day.operatorId && shift.businessDate === day.businessDate)
      for (const key of figureKeys) open[key] -= shift[key];
  return Object.fromEntries(figureKeys.map((key) => [key, open[key]])) as unknown as DrawerFigures;
}
