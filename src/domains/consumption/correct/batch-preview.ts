/** A wrong price of one device in one meal: every trade of it with what it should have cost and what follows from that. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { personOrGuest } from '../../people/public.server.ts';
import { businessDayEnd } from '../../wallet/public.server.ts';
import { dayKind } from '../pricing/day-kind.ts';
import { nthPriceFen, ruleFor } from '../pricing/price.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import { consumptionSetting } from '../settings.ts';
import { type CorrectionKind, mostLines, openStatuses } from './states.ts';

export interface BatchChoice {
  deviceId: number;
  mealPeriodId: number;
  /** Business day `YYYY-MM-DD`. */
  businessDate: string;
  /** RULE: what the prices say now; PRICE: `priceFen` for all. */
  way: 'RULE' | 'PRICE';
  priceFen: number | null;
  /** Right prices by trade that win over `way`. */
  rights?: ReadonlyMap<number, number>;
}

export interface PreviewLine {
  tradeId: number;
  personId: number;
  personName: string;
  jobNumber: string | null;
  typeName: string;
  occurredAt: string;
  nth: number;
  /** What is charged now, earlier givings back taken out. */
  chargedFen: number;
  rightFen: number | null;
  kind: CorrectionKind | null;
  /** Fen to move: back for a reversal, once more for a supplement. */
  fen: number;
  /** Why this right price, or why the trade is left out. */
  note: string;
  problem: boolean;
  /** Not to be put right here, whatever price is typed. */
  locked: boolean;
}

export interface BatchPreview {
  /** Up to this total nobody else is asked. */
  limitFen: number;
  lines: PreviewLine[];
  /** Lines that move money. */
  count: number;
  refundFen: number;
  supplementFen: number;
  unchanged: number;
  problems: number;
}

interface Row {
  tradeId: number;
  personId: number;
  personName: string;
  jobNumber: string | null;
  typeId: number;
  typeName: string | null;
  occurredAt: string;
  nth: number;
  mode: string;
  deploySiteId: number;
  restaurantId: number;
  countUsed: number;
  chargedFen: number;
  supplemented: boolean;
  openNo: string | null;
}

function rows(ctx: Ctx, choice: BatchChoice): Promise<Row[]> {
  const end = businessDayEnd(choice.businessDate);
  return ctx.db
    .selectFrom('trade as t')
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .leftJoin('person_type as pt', (on) =>
      on.onRef('pt.organization_id', '=', 't.organization_id').onRef('pt.id', '=', 't.person_type_id'),
    )
    .leftJoin('posting_reversed as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.posting_id', '=', 't.id'),
    )
    .select([
      't.id as tradeId',
      't.person_id as personId',
      personOrGuest.as('personName'),
      'p.job_number as jobNumber',
      't.person_type_id as typeId',
      'pt.name as typeName',
      't.occurred_at as occurredAt',
      't.nth',
      't.mode',
      't.deploy_site_id as deploySiteId',
      't.restaurant_id as restaurantId',
      't.count_used as countUsed',
      sql<number>`t.amount_fen - coalesce(r.reversed_fen, 0)`.as('chargedFen'),
      sql<boolean>`exists (select 1 from correction c where c.organization_id = t.organization_id
        and c.trade_id = t.id and c.kind = 'SUPPLEMENT' and c.status = 'POSTED')`.as('supplemented'),
      sql<string | null>`(select c.correct_no from correction c where c.organization_id = t.organization_id
        and c.trade_id = t.id and c.status = any(${openStatuses}::text[]) limit 1)`.as('openNo'),
    ])
    .where('t.kind', '=', 'CONSUME')
    .where('t.device_id', '=', choice.deviceId)
    .where('t.meal_period_id', '=', choice.mealPeriodId)
    .where('t.business_date', '=', choice.businessDate)
    .where('t.occurred_at', '<', isoAt(end))
    .orderBy('t.occurred_at')
    .orderBy('t.id')
    .limit(mostLines + 1)
    .execute();
}

interface Right {
  fen: number | null;
  note: string;
}

/** What the trade should have cost. */
function rightOf(row: Row, choice: BatchChoice, rules: OrganizationRules, mealName: string): Right {
  const own = choice.rights?.get(row.tradeId);
  if (choice.way === 'PRICE') {
    const fen = own ?? choice.priceFen ?? 0;
    return {
      fen,
      note: own === undefined ? `统一价 ${formatFenGrouped(fen)} 元` : `单独定价 ${formatFenGrouped(fen)} 元`,
    };
  }
  const rule = ruleFor(rules.rules, {
    meal: { id: choice.mealPeriodId, name: mealName, startTime: '', endTime: '', times: null },
    date: choice.businessDate,
    dayKind: dayKind(choice.businessDate, rules.calendar),
    typeId: row.typeId,
    typeName: row.typeName ?? '',
    deploySiteId: row.deploySiteId,
    restaurantId: row.restaurantId,
  });
  if (own !== undefined) return { fen: own, note: `单独定价 ${formatFenGrouped(own)} 元` };
  if (row.mode !== 'FIXED') return { fen: null, note: '不是定值消费，没有应收定价，可单独定价' };
  if (!rule) return { fen: null, note: `未设置定值：${mealName}，${row.typeName ?? ''}` };
  const fen = nthPriceFen(rule, row.nth);
  return { fen, note: `定值规则 ${rule.id}，本餐第 ${row.nth} 次 ${formatFenGrouped(fen)} 元` };
}

function lineOf(row: Row, right: Right): PreviewLine {
  const line = {
    tradeId: row.tradeId,
    personId: row.personId,
    personName: row.personName,
    jobNumber: row.jobNumber,
    typeName: row.typeName ?? '',
    occurredAt: row.occurredAt,
    nth: row.nth,
    chargedFen: row.chargedFen,
    rightFen: right.fen,
  };
  const no = (note: string, locked = true): PreviewLine => ({
    ...line,
    kind: null,
    fen: 0,
    note,
    problem: true,
    locked,
  });
  if (row.countUsed > 0) return no('计次消费没有金额，请单独纠错');
  if (row.openNo) return no(`已有未完成的纠错单 ${row.openNo}`);
  if (row.supplemented) return no('该笔已补扣过，请单独纠错');
  if (right.fen === null) return no(right.note, false);
  const more = right.fen - row.chargedFen;
  if (more > 0 && row.personId === 0) return no(`${row.personName}消费不能补扣`);
  const kind = more === 0 ? null : more > 0 ? 'SUPPLEMENT' : right.fen === 0 ? 'FULL_REVERSE' : 'PART_REVERSE';
  return { ...line, kind, fen: Math.abs(more), note: right.note, problem: false, locked: false };
}

/** Totals of lines. */
export function previewOf(lines: PreviewLine[], limitFen: number): BatchPreview {
  const moving = lines.filter((line) => line.kind !== null);
  const sum = (of: (line: PreviewLine) => boolean) => moving.filter(of).reduce((total, line) => total + line.fen, 0);
  return {
    limitFen,
    lines,
    count: moving.length,
    refundFen: sum((line) => line.kind !== 'SUPPLEMENT'),
    supplementFen: sum((line) => line.kind === 'SUPPLEMENT'),
    unchanged: lines.filter((line) => line.kind === null && !line.problem).length,
    problems: lines.filter((line) => line.problem).length,
  };
}

/** All trades of the device in the meal, with what follows from the right price. Reads only. */
export async function previewBatch(ctx: Ctx, choice: BatchChoice): Promise<BatchPreview | Refusal> {
  const found = await rows(ctx, choice);
  if (found.length > mostLines)
    return refuse(consumptionRefusals.TOO_MANY_LINES, { limit: mostLines, count: found.length });
  const [rules, setting, meal] = await Promise.all([
    ctx.services.swipes.rules(ownOrganization(ctx)),
    // Not the one held for swipes: who has to approve follows a change at once.
    consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx)),
    ctx.db.selectFrom('meal_period').select('name').where('id', '=', choice.mealPeriodId).executeTakeFirst(),
  ]);
  const lines = found.map((row) => lineOf(row, rightOf(row, choice, rules, meal?.name ?? '')));
  return previewOf(lines, setting.correctLimitFen);
}
