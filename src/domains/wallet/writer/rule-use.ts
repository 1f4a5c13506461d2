/** What lots of bounded subsidy rules gave on a business day, what was taken back of it taken off. Read under the purse lock. */
import type { RuleUse } from '../plan/state.ts';
import type { MoneyRequest } from '../types.ts';
import { plainArray } from './arrays.ts';
import type { Command, Statement } from './train.ts';

/**
 * A reversal counts on the day of what it undoes; late records are booked behind the day they count on, never before. What is
 * set aside for the day counts like what was eaten.
 */
const ruleUse: Statement = {
  name: 'w_rule_use',
  text: `select person_id, rule_id, day, sum(fen)::bigint from (
    select w.person_id, w.rule_id, d.occurred_date as day, -sum(e.amount_fen) as fen
    from wallet w
    join ledger_entry e on e.organization_id = w.organization_id and e.wallet_id = w.id and e.wallet_id <> 0
      and e.business_date >= $4::date
    join posting p on p.organization_id = e.organization_id and p.business_date = e.business_date and p.id = e.posting_id
    left join posting o on o.organization_id = p.organization_id and o.id = p.reverses_posting_id
    cross join lateral (select coalesce(o.occurred_date, p.occurred_date) as occurred_date) d
    where w.organization_id = $1 and w.person_id = any($2::bigint[]) and w.rule_id = any($3::bigint[])
      and (case when p.kind = 'REVERSE' then p.reverses_kind else p.kind end) in ('CONSUME', 'SUPPLEMENT')
      and d.occurred_date = any($5::date[])
    group by 1, 2, 3
    union all
    select w.person_id, w.rule_id, h.spend_on, sum(l.amount_fen)
    from wallet w
    join hold_line l on l.organization_id = w.organization_id and l.wallet_id = w.id
    join hold h on h.organization_id = l.organization_id and h.id = l.hold_id
    where w.organization_id = $1 and w.person_id = any($2::bigint[]) and w.rule_id = any($3::bigint[])
      and h.status = 'ACTIVE' and h.spend_on = any($5::date[])
    group by 1, 2, 3) used
    group by 1, 2, 3`,
};

function boundsOf(request: MoneyRequest): ReadonlyMap<number, number> | undefined {
  return request.kind === 'CONSUME' || request.kind === 'HOLD' ? request.ruleDayLimitsFen : undefined;
}

/** The question for a batch; undefined when no request of it is bounded by the day. */
export function askRuleUse(
  organizationId: number,
  requests: readonly MoneyRequest[],
  dateOf: (request: MoneyRequest) => string,
): Command | undefined {
  const bounded = requests.filter((request) => boundsOf(request));
  if (bounded.length === 0) return undefined;
  const dayOf = (request: MoneyRequest) => (request.kind === 'HOLD' && request.spendOn) || dateOf(request);
  const dates = [...new Set(bounded.map(dayOf))].sort();
  const rules = new Set(bounded.flatMap((request) => [...(boundsOf(request)?.keys() ?? [])]));
  const persons = new Set(bounded.map((request) => request.personId));
  return {
    statement: ruleUse,
    values: [organizationId, plainArray([...persons]), plainArray([...rules]), dates[0], plainArray(dates)],
  };
}

/** A row of the answer. */
export function ruleUseOf(row: unknown[]): RuleUse {
  const [personId, ruleId, occurredDate, usedFen] = row as [number, number, string, number];
  return { personId, ruleId, occurredDate, usedFen };
}
