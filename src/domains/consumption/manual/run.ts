/** The run of a manual charge, and of its taking back: line by line through the wallet. */
import type { BatchQueue } from '../../../kit/server/batch/queue.ts';
import {
  type BatchJob,
  type LineDone,
  type OpenLine,
  type Run,
  readHead,
  runBatch,
} from '../../../kit/server/batch/run-batch.ts';
import { oneByOne } from '../../../kit/server/batch/run-lines.ts';
import { batchTables, type Pass } from '../../../kit/server/batch/tables.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { subsidyBounds } from '../../subsidy/public.server.ts';
import { type ConsumeFacts, type MoneyRequest, submitLines, type TradePlace } from '../../wallet/public.server.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import type { ManualChargeRow } from '../tables.ts';
import { approvedPrice, type ChargeTerms, eatenAt, priceOf } from './price.ts';
import { type ChargeKind, chargeReasons, chargeRuns } from './states.ts';

type Parts = Pick<Services, 'pool' | 'wallet' | 'clock' | 'swipes' | 'orderDesk'>;

export const chargeBatch = batchTables('manual_charge', 'manual_charge_line', {
  figures: {
    reversed_count: `count(*) filter (where status = 'REVERSED')`,
    reversed_fen: `coalesce(sum(amount_fen) filter (where status = 'REVERSED'), 0)`,
  },
});

/** 撤销: what cannot be taken back stays posted, with the reason. */
export const takingBack: Pass = { from: 'POSTED', to: 'REVERSED', failed: 'POSTED', keeps: 'reverse_posting_id' };

interface Line extends OpenLine {
  typeId: number;
  departmentId: number;
  personState: NonNullable<ConsumeFacts['personState']>;
  tradeId: number | null;
  orderId: number | null;
}

type ChargeRun = Run<'manual_charge', Line, LineDone>;

/** What a line brings along: of its person what holds now. */
const brought = {
  columns: `l.posting_id as "tradeId", l.order_id as "orderId", p.type_id as "typeId", coalesce(p.department_id, 0) as "departmentId",
    p.status as "personState"`,
  joins: 'join person p on p.organization_id = l.organization_id and p.id = l.person_id',
};

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
    mealPeriodId: rules.shops.has(charge.restaurant_id) ? 0 : charge.meal_period_id,
    departmentId: line.departmentId,
    personTypeId: line.typeId,
    mode: 'MANUAL',
    identify: 'MANUAL',
  };
  const base = {
    organizationId: charge.organization_id,
    requestKey: `mc:${line.id}:${line.attempt}`,
    personId: line.personId,
    occurredAt,
    businessDate: charge.dining_date,
    operatorId: charge.maker_id,
    reason: whyOf(charge),
    sourceType: 'manual_charge',
    sourceId: charge.id,
    ...(charge.allow_arrears ? { arrearsLimitFen: rules.setting.arrearsLimitFen } : {}),
  };
  if (charge.kind === 'SUPPLEMENT') return { ...base, kind: 'SUPPLEMENT', amountFen: line.amountFen, place };
  const words = `人工消费 ${charge.batch_no}（${chargeReasons.find((r) => r.value === charge.reason)?.label ?? ''}），${charge.maker_name}`;
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

const whyOf = ({ reason, remark }: ManualChargeRow): string =>
  [chargeReasons.find((one) => one.value === reason)?.label ?? '', remark].filter(Boolean).join('：');

/** What the desk of orders needs to know of a line's order. */
const handed = (charge: ManualChargeRow, { orderId }: Line, reason: string) => ({
  organizationId: charge.organization_id,
  orderId: orderId!,
  by: { id: charge.maker_id, name: charge.maker_name },
  reason: `人工消费 ${charge.batch_no}（${reason}）`,
});

/** Orders are handled one by one: each has its own history. */
const eachOrder = (work: (line: Line) => Promise<LineDone | Refusal>): ChargeRun['work'] => {
  const inTurn = oneByOne(work);
  return (lines, _charge, signal) => inTurn(lines, signal);
};

async function posting(parts: Parts, charge: ManualChargeRow): Promise<ChargeRun> {
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
  return {
    ...brought,
    states: { runs: 'APPROVED', done: 'POSTED', failed: 'PART_FAILED' },
    work:
      charge.kind === 'COLLECT'
        ? eachOrder((line) =>
            parts.orderDesk!.take({
              ...handed(charge, line, whyOf(charge)),
              restaurantId: charge.restaurant_id,
              amountFen: line.amountFen,
              occurredAt,
              requestKey: `mc:${line.id}:${line.attempt}`,
            }),
          )
        : submitLines(parts.wallet, (line) => chargeRequest(charge, rules, terms, occurredAt, line)),
  };
}

async function reversing(parts: Parts, charge: ManualChargeRow): Promise<ChargeRun> {
  const { setting } = await parts.swipes.rules(charge.organization_id);
  return {
    ...brought,
    pass: takingBack,
    states: { runs: 'REVERSING', done: 'REVERSED', failed: 'PART_FAILED' },
    work:
      charge.kind === 'COLLECT'
        ? eachOrder((line) =>
            parts.orderDesk!.giveBack({ ...handed(charge, line, charge.reverse_reason), postingId: line.tradeId! }),
          )
        : submitLines(parts.wallet, (line) => ({
            kind: 'REVERSE',
            organizationId: charge.organization_id,
            requestKey: `mcr:${line.id}:${line.attempt}`,
            personId: line.personId,
            occurredAt: parts.clock.now(),
            originalPostingId: line.tradeId!,
            expiredLot: setting.expiredLot,
            operatorId: charge.maker_id,
            reason: charge.reverse_reason,
            sourceType: 'manual_charge',
            sourceId: charge.id,
          })),
  };
}

/** Does what the charge's state asks for. Safe to run again after a kill. */
export async function runManualCharge(parts: Parts, job: BatchJob, signal: AbortSignal): Promise<void> {
  const charge = await readHead(parts.pool, chargeBatch, job);
  if (charge?.status !== 'APPROVED' && charge?.status !== 'REVERSING') return;
  const run = await (charge.status === 'APPROVED' ? posting : reversing)(parts, charge);
  await runBatch(parts, chargeBatch, job, run, signal);
}

export const manualCharges: BatchQueue = {
  name: chargeRuns,
  head: 'manual_charge',
  runs: ['APPROVED', 'REVERSING'],
  run: runManualCharge,
};
