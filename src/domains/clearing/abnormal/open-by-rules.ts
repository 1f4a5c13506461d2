/**
 * What is abnormal without any bill saying so: paid at the channel and not credited after ten minutes, taken twice at a till, books
 * that do not balance. Opened once, closed by themselves when the rule finds them no longer.
 */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import type { AbnormalKind } from './abnormal-states.ts';
import { closeOthers, type Found, keepOne } from './keep-found.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

interface Seen {
  refNo: string;
  refId: number | null;
  organizationId: number | null;
  personName: string;
  channel: string;
  channelNo: string;
  outNo: string;
  billFen: number | null;
  ourFen: number | null;
  at: string;
  why: string;
}

interface Rule {
  kind: AbnormalKind;
  refType: string;
  sql: string;
  values(now: number): unknown[];
}

/** A payer's money is told by the channel's own signed word; the order has it or waits for it. */
const patienceMs = 10 * 60_000;
const lookBackDays = 30;
const since = (now: number, days: number) => isoAt(now - days * 86_400_000);

const uncredited = `
  select /* wall: the platform's own work, orders of every organization */ distinct on (o.id) o.order_no as "refNo", o.id as "refId",
    o.organization_id as "organizationId", p.name as "personName", o.channel, coalesce(nullif(b.channel_no, ''), o.channel_no) as "channelNo",
    o.order_no as "outNo", b.amount_fen as "billFen", null::bigint as "ourFen", coalesce(b.received_at, o.created_at) as at,
    '渠道已收款，超过 10 分钟没有入账' || coalesce('：' || nullif(b.error, ''), '') as why
  from recharge_order o join person p on p.organization_id = o.organization_id and p.id = o.person_id
  left join third_pay_callback b on b.organization_id = o.organization_id and b.matched_order_id = o.id and b.sign_ok
  where o.posting_id is null and o.created_at > $1 and o.created_at < $2 and (b.received_at < $2 or o.status = 'PAID')
  order by o.id, b.received_at desc`;

const untaken = `
  select /* wall: the platform's own work, payments of every organization */ t.trade_no as "refNo", t.id as "refId", t.organization_id as "organizationId",
    '' as "personName", t.channel, t.channel_no as "channelNo", t.trade_no as "outNo", t.amount_fen as "billFen", null::bigint as "ourFen",
    t.paid_at as at, '付款码已收款，超过 10 分钟没有记成消费' as why
  from third_trade t where t.status = 'SUCCESS' and t.posting_id is null and t.paid_at > $1 and t.paid_at < $2 order by t.id`;

const twice = `
  select /* wall: the platform's own work, trades of every organization */ t.id::text as "refNo", t.id as "refId", t.organization_id as "organizationId",
    coalesce(p.name, '') as "personName", '' as channel, '' as "channelNo", t.id::text as "outNo", null::bigint as "billFen", t.amount_fen as "ourFen",
    t.occurred_at as at, '同一人在同一设备短时间内同额刷了两次' as why
  from trade t left join person p on p.organization_id = t.organization_id and p.id = t.person_id
  left join posting_reversed r on r.organization_id = t.organization_id and r.posting_id = t.id
  where t.suspicious and t.kind = 'CONSUME' and t.rule_trace ->> 'repeated' = 'true' and t.business_date >= $1::date
    and coalesce(r.reversed_fen, 0) < t.amount_fen order by t.id limit 2000`;

const unbalanced = `
  select /* wall: the platform's own work, books of every organization */ s.id || ':' || (b.value ->> 'rule') as "refNo", s.id as "refId",
    nullif(s.id, 0) as "organizationId", '' as "personName", '' as channel, '' as "channelNo", '' as "outNo", null::bigint as "billFen",
    null::bigint as "ourFen", max(s.started_at) as at, s.unit_name || '：' || (b.value ->> 'rule') || ' 不平，' || count(*) || ' 处' as why
  from ledger_state s cross join lateral jsonb_array_elements(s.breaks) b where s.break_count > 0
  group by s.id, s.unit_name, b.value ->> 'rule' order by 1`;

const paidBetween = (now: number) => [since(now, lookBackDays), isoAt(now - patienceMs)];

const rules: readonly Rule[] = [
  { kind: 'UNCREDITED', refType: 'RECHARGE', sql: uncredited, values: paidBetween },
  { kind: 'UNCREDITED', refType: 'CODE', sql: untaken, values: paidBetween },
  { kind: 'DOUBLE_CHARGE', refType: 'TRADE', sql: twice, values: (now) => [addDays(dateAt(now), -3)] },
  { kind: 'BOOKS', refType: 'INVARIANT', sql: unbalanced, values: () => [] },
];

/** What a bill has open under the same number is the bill's: it knows more, and closes it. */
async function ofBills(tx: Sql, { kind, refType }: Rule): Promise<Set<string>> {
  const { rows } = await tx.query<{ no: string }>(
    `select /* wall: the platform's own work */ ref_no as no from abnormal_trade where kind = $1 and ref_type = $2 and of_bill
       and status in ('OPEN', 'PROCESSING')`,
    [kind, refType],
  );
  return new Set(rows.map(({ no }) => no));
}

/** Runs every rule; each in a transaction of its own. */
export async function openByRules(tools: Tools): Promise<void> {
  const now = tools.clock.now();
  for (const rule of rules)
    await inTransaction(tools.pool, async (tx) => {
      // As with bills: two at once would open the same twice.
      await tx.query('select pg_advisory_xact_lock(742011804)');
      const billed = await ofBills(tx, rule);
      const { rows } = await tx.query<Seen>(rule.sql, rule.values(now));
      const kept: number[] = [];
      for (const seen of rows) {
        if (billed.has(seen.refNo)) continue;
        const found: Found = {
          ...seen,
          kind: rule.kind,
          refType: rule.refType,
          bill: undefined,
          day: dateAt(Date.parse(seen.at)),
        };
        kept.push(await keepOne(tools, tx, found));
      }
      // A trade older than the rule looks back stays open until somebody has dealt with it.
      await closeOthers(
        tools,
        tx,
        `not of_bill and kind = $3 and ref_type = $4 and happened_at > $5`,
        [rule.kind, rule.refType, since(now, rule.kind === 'DOUBLE_CHARGE' ? 2 : lookBackDays)],
        kept,
      );
    });
}
