/** The run of a manual charge, and of its taking back: chunk by chunk through the wallet, then the figures from the lines. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { subsidyBounds } from '../../subsidy/use-limits.ts';
import type { ConsumeFacts, MoneyRequest, TradePlace } from '../../wallet/types.ts';
import type { OrganizationRules } from '../rule-cache.ts';
import { type LineResult, runLines } from '../run-lines.ts';
import type { ManualChargeRow } from '../tables.ts';
import type { ChargeJob } from './charge.ts';
import { approvedPrice, type ChargeTerms, eatenAt, priceOf } from './price.ts';
import { type ChargeKind, chargeReasons } from './states.ts';

type Parts = Pick<Services, 'pool' | 'wallet' | 'clock' | 'swipes'>;

interface Line {
  id: number;
  personId: number;
  amountFen: number;
  attempts: number;
  typeId: number;
  departmentId: number;
  personState: NonNullable<ConsumeFacts['personState']>;
  tradeId: number | null;
}

async function linesToDo(
  { pool }: Parts,
  charge: ManualChargeRow,
  status: 'PENDING' | 'POSTED',
  limit: number,
): Promise<Line[]> {
  // A line that failed in an earlier run is tried again in this one.
  const { rows } = await pool.query<Line>(
    `select l.id, l.person_id as "personId", l.amount_fen as "amountFen", l.attempts, l.trade_id as "tradeId",
       p.type_id as "typeId", coalesce(p.department_id, 0) as "departmentId", p.status as "personState"
     from manual_charge_line l join person p on p.organization_id = l.organization_id and p.id = l.person_id
     where l.organization_id = $1 and l.charge_id = $2 and l.failed_run < $3
       and l.status = any(case when $4 = 'PENDING' then array['PENDING', 'FAILED'] else array['POSTED'] end)
     order by l.line_no limit $5`,
    [charge.organization_id, charge.id, charge.run_no, status, limit],
  );
  return rows;
}

/** What became of lines: `good` with the posting in `column`, the others with why and in which run. */
async function settle(
  { pool }: Parts,
  charge: ManualChargeRow,
  results: readonly LineResult<Line>[],
  good: 'POSTED' | 'REVERSED',
): Promise<void> {
  const column = good === 'POSTED' ? 'trade_id' : 'reverse_trade_id';
  await pool.query(
    `update manual_charge_line l set
       status = case when t.posting is not null then $4 when $4 = 'POSTED' then 'FAILED' else l.status end,
       ${column} = coalesce(t.posting, l.${column}), fail_reason = t.why,
       attempts = l.attempts + case when t.posting is null then 1 else 0 end,
       failed_run = case when t.posting is null then $3 else l.failed_run end
     from unnest($5::bigint[], $6::bigint[], $7::text[]) as t (id, posting, why)
     where l.organization_id = $1 and l.charge_id = $2 and l.id = t.id`,
    [
      charge.organization_id,
      charge.id,
      charge.run_no,
      good,
      results.map((r) => r.line.id),
      results.map((r) => r.posted?.postingId ?? null),
      results.map((r) => (r.refusal ? refusalMessage(r.refusal) : '')),
    ],
  );
}

/** The charge's figures from its lines; the last word also decides the state. */
async function sumUp({ pool, clock }: Parts, charge: ManualChargeRow, last: boolean): Promise<void> {
  await pool.query(
    `update manual_charge c set posted_count = s.posted, posted_fen = s.posted_fen, failed_count = s.failed,
       failed_fen = s.failed_fen, reversed_count = s.reversed, reversed_fen = s.reversed_fen,
       status = case when not $3 then c.status
         when c.status = 'REVERSING' then case when s.posted = 0 then 'REVERSED' else 'PART_FAILED' end
         when s.failed > 0 then 'PART_FAILED' else 'POSTED' end,
       finished_at = case when $3 then $4::timestamptz else c.finished_at end, version = c.version + 1
     from (select count(*) filter (where status = 'POSTED')::int as posted,
             coalesce(sum(amount_fen) filter (where status = 'POSTED'), 0)::bigint as posted_fen,
             count(*) filter (where status = 'FAILED')::int as failed,
             coalesce(sum(amount_fen) filter (where status = 'FAILED'), 0)::bigint as failed_fen,
             count(*) filter (where status = 'REVERSED')::int as reversed,
             coalesce(sum(amount_fen) filter (where status = 'REVERSED'), 0)::bigint as reversed_fen
           from manual_charge_line where organization_id = $1 and charge_id = $2) s
     where c.organization_id = $1 and c.id = $2 and c.status in ('APPROVED', 'REVERSING')`,
    [charge.organization_id, charge.id, last, isoAt(clock.now())],
  );
}

function chargeRequest(
  charge: ManualChargeRow,
  rules: OrganizationRules,
  terms: ChargeTerms,
  occurredAt: number,
  line: Line,
): MoneyRequest {
  const place: TradePlace = {
    restaurantId: charge.restaurant_id,
    deploySiteId: charge.deploy_site_id ?? 0,
    deviceId: 0,
    mealPeriodId: charge.meal_period_id,
    departmentId: line.departmentId,
    personTypeId: line.typeId,
    mode: 'MANUAL',
    identify: 'MANUAL',
  };
  const why = chargeReasons.find((r) => r.value === charge.reason)?.label ?? '';
  const base = {
    organizationId: charge.organization_id,
    requestKey: `mc:${line.id}:${line.attempts}`,
    personId: line.personId,
    occurredAt,
    businessDate: charge.dining_date,
    operatorId: charge.operator_id,
    reason: [why, charge.remark].filter(Boolean).join('：'),
    sourceType: 'manual_charge',
    sourceId: charge.id,
    ...(charge.allow_arrears ? { arrearsLimitFen: rules.setting.arrearsLimitFen } : {}),
  };
  if (charge.kind === 'SUPPLEMENT') return { ...base, kind: 'SUPPLEMENT', amountFen: line.amountFen, place };
  const words = `人工消费 ${charge.batch_no}（${why}），${charge.operator_name}`;
  return {
    ...base,
    kind: 'CONSUME',
    place,
    facts: { personState: line.personState },
    price: approvedPrice(priceOf(rules, terms, line.typeId), line.amountFen, words),
    ...subsidyBounds(rules.subsidyUse, place),
    meaning: `manual:${line.amountFen}`,
  };
}

async function post(parts: Parts, charge: ManualChargeRow, signal: AbortSignal): Promise<void> {
  const rules = await parts.swipes.rules(charge.organization_id);
  const { rows } = await parts.pool.query<ChargeTerms['meal']>(
    `select id, name, start_time as "startTime", end_time as "endTime", times from meal_period
     where organization_id = $1 and id = $2`,
    [charge.organization_id, charge.meal_period_id],
  );
  const meal = rows[0]!;
  const terms: ChargeTerms = {
    kind: charge.kind as ChargeKind,
    meal,
    diningDate: charge.dining_date,
    restaurantId: charge.restaurant_id,
    deploySiteId: charge.deploy_site_id ?? 0,
    way: charge.way as ChargeTerms['way'],
    priceFen: charge.price_fen,
  };
  // Handed in while the meal was served; a run that goes on later keeps to that moment.
  const at = eatenAt(meal, charge.dining_date, Date.parse(charge.created_at));
  const occurredAt = isRefusal(at) ? Date.parse(charge.created_at) : at;
  await runLines<Line>(
    parts.wallet,
    {
      next: (limit) => linesToDo(parts, charge, 'PENDING', limit),
      request: (line) => chargeRequest(charge, rules, terms, occurredAt, line),
      settle: async (results) => {
        await settle(parts, charge, results, 'POSTED');
        await sumUp(parts, charge, false);
      },
    },
    signal,
  );
}

async function takeBack(parts: Parts, charge: ManualChargeRow, signal: AbortSignal): Promise<void> {
  const { setting } = await parts.swipes.rules(charge.organization_id);
  await runLines<Line>(
    parts.wallet,
    {
      next: (limit) => linesToDo(parts, charge, 'POSTED', limit),
      request: (line) => ({
        kind: 'REVERSE',
        organizationId: charge.organization_id,
        requestKey: `mcr:${line.id}:${line.attempts}`,
        personId: line.personId,
        occurredAt: parts.clock.now(),
        originalPostingId: line.tradeId!,
        expiredLot: setting.expiredLot,
        operatorId: charge.operator_id,
        reason: charge.reverse_reason,
        sourceType: 'manual_charge',
        sourceId: charge.id,
      }),
      settle: async (results) => {
        await settle(parts, charge, results, 'REVERSED');
        await sumUp(parts, charge, false);
      },
    },
    signal,
  );
}

/** Does what the charge's state asks for. Safe to run again after a kill. */
export async function runManualCharge(
  parts: Parts,
  { organizationId, id }: ChargeJob,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await parts.pool.query<ManualChargeRow>(
    'select * from manual_charge where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  const charge = rows[0];
  if (charge?.status === 'APPROVED') await post(parts, charge, signal);
  else if (charge?.status === 'REVERSING') await takeBack(parts, charge, signal);
  else return;
  await sumUp(parts, charge, true);
}
