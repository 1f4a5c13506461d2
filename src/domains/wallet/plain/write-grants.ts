/**
 * Plain grants with the lots they open, in one statement for all that differ in person, amount and key alone: a hundred thousand
 * people of a subsidy batch do. Copied row by row into both tables they took a fifth longer.
 */
import type { Plan, PostingRow, PurseRow } from '../plan/state.ts';
import { textArray } from '../writer/arrays.ts';
import { intMatrix } from '../writer/int-matrix.ts';
import type { Command, Statement } from '../writer/train.ts';
import { lotGranted } from './plain-grant.ts';

const time = (param: number) => `to_timestamp($${param}::float8 / 1000)`;
const cell = (nth: number) => `($15::bigint[])[(n.nth - 1) * 4 + ${nth}]`;

const write: Statement = {
  name: 'w_grants',
  text: `with granted as (
      select ${cell(1)} as id, ${cell(2)} as wallet_id, ${cell(3)} as person_id, ${cell(4)} as fen, n.key
      from unnest($16::text[]) with ordinality as n (key, nth)),
    lots as (
      insert into wallet (organization_id, id, person_id, kind, status, spend_order, balance_fen, expires_on, batch_id, rule_id, version,
        opened_at, last_posting_at)
      select $1, wallet_id, person_id, 'SUBSIDY', $3, $4::smallint, fen, $5::date, $6::bigint, $7::bigint, 1, ${time(2)}, ${time(2)}
      from granted)
    insert into plain_grant (organization_id, id, wallet_id, person_id, batch_id, amount_fen, operator_id, source_id, occurred_at, recorded_at,
      business_date, occurred_date, expires_on, request_key, source_type, reason)
    select $1, id, wallet_id, person_id, $6::bigint, fen, $8::bigint, $9::bigint, ${time(10)}, ${time(2)}, $11::date, $12::date, $5::date, key,
      $13, $14
    from granted`,
};

/** What grants of one statement have in common. */
const commonOf = (posting: PostingRow, lot: PurseRow) => [
  lot.status,
  lot.spendOrder,
  lot.expiresOn,
  lot.batchId,
  lot.ruleId,
  posting.operatorId,
  posting.sourceId,
  posting.occurredAtMs,
  posting.businessDate,
  posting.occurredDate,
  posting.sourceType,
  posting.reason,
];

/** The plain ones of these plans; none of their rows is written by anything else. */
export function writeGrants(organizationId: number, recordedAtMs: number, plans: readonly Plan[]): Command[] {
  const groups = new Map<string, { common: unknown[]; rows: number[][]; keys: string[] }>();
  for (const plan of plans) {
    const lot = lotGranted(plan);
    if (!lot || !plan.posting) continue;
    const { id, personId, amountFen, requestKey } = plan.posting;
    const common = commonOf(plan.posting, lot);
    const name = JSON.stringify(common);
    const group = groups.get(name) ?? { common, rows: [], keys: [] };
    groups.set(name, group);
    group.rows.push([id, lot.id, personId, amountFen]);
    group.keys.push(requestKey);
  }
  return [...groups.values()].map(({ common, rows, keys }) => ({
    statement: write,
    values: [organizationId, recordedAtMs, ...common, intMatrix(rows), textArray(keys)],
  }));
}
