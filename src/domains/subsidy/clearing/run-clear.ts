/**
 * A clearing run as a job: whole people at a time, each lot cleared under a key of its own; then what the rule lets them
 * keep is granted anew as one lot per person. Killed anywhere, the next run repeats the keys and finds the same answers.
 * It is no batch of `kit/server/batch`: that engine cuts its chunks by lines, each settled for itself, while what is carried
 * over is decided per person out of all his lots of a rule, and a chunk must hold them whole.
 */
import type { PoolClient } from 'pg';
import { notNow } from '../../../kit/server/batch/run-lines.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { MoneyRequest, Outcome, Posted } from '../../wallet/public.server.ts';
import { readRules } from '../batch/batch-row.ts';
import { movedAmount } from '../lots/moved.ts';
import { carryShares, type Shares } from '../rules/carry.ts';
import type { Rule } from '../rules/rule.ts';
import type { SubsidyClearRunRow } from '../tables.ts';
import { type CarryBatch, carryBatch, countCarried } from './carry-batch.ts';

export type ClearDeps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock'>;

const chunkLots = 1_000;

interface OpenLot {
  id: number;
  walletId: number;
  personId: number;
  departmentId: number | null;
  ruleId: number | null;
}

interface Cleared extends OpenLot, Shares {
  posted?: Posted;
  reason?: string;
}

/** Lots still open, by rule and person; the last person of a full chunk waits for the next one, to come whole. */
async function nextLots(deps: ClearDeps, run: SubsidyClearRunRow): Promise<OpenLot[]> {
  const { rows } = await deps.pool.query<OpenLot>(
    `select id, wallet_id as "walletId", person_id as "personId", department_id as "departmentId", rule_id as "ruleId"
       from subsidy_clear where organization_id = $1 and run_id = $2 and status = 'PENDING'
      order by rule_id nulls first, person_id, expires_on nulls last, id limit ${chunkLots}`,
    [run.organization_id, run.id],
  );
  const last = rows.at(-1);
  if (rows.length < chunkLots || !last) return rows;
  const whole = rows.filter((row) => row.ruleId !== last.ruleId || row.personId !== last.personId);
  return whole.length > 0 ? whole : rows;
}

async function ask(deps: ClearDeps, requests: readonly MoneyRequest[]): Promise<Exclude<Outcome, undefined>[]> {
  const outcomes = await deps.wallet.submitMany(requests);
  if (outcomes.some(notNow)) throw new Error('the money door is closing');
  return outcomes;
}

const groupOf = (lot: OpenLot): string => `${lot.ruleId ?? 0}:${lot.personId}`;

/** Takes everything out of the lots; says per lot what of it is carried over. */
async function clearLots(
  deps: ClearDeps,
  run: SubsidyClearRunRow,
  lots: readonly OpenLot[],
  rules: ReadonlyMap<number, Rule>,
): Promise<Cleared[]> {
  const now = deps.clock.now();
  const outcomes = await ask(
    deps,
    lots.map((lot) => ({
      kind: 'SUBSIDY_CLEAR',
      organizationId: run.organization_id,
      requestKey: `subclr:${lot.id}`,
      personId: lot.personId,
      occurredAt: now,
      walletId: lot.walletId,
      ...(run.maker_id === null ? {} : { operatorId: run.maker_id }),
      reason: run.reason || '到期清零',
      sourceType: 'subsidy_clear_run',
      sourceId: run.id,
    })),
  );
  const groups = new Map<string, Cleared[]>();
  const all = lots.map((lot, i): Cleared => {
    const outcome = outcomes[i]!;
    const cleared: Cleared = isRefusal(outcome)
      ? { ...lot, clearedFen: 0, carriedFen: 0, reason: refusalMessage(outcome) }
      : { ...lot, clearedFen: movedAmount(outcome.posted, run.purse), carriedFen: 0, posted: outcome.posted };
    groups.set(groupOf(lot), [...(groups.get(groupOf(lot)) ?? []), cleared]);
    return cleared;
  });
  // A batch cleared by hand is cleared whole; only a term that ended carries over.
  if (run.batch_id === null)
    for (const own of groups.values()) {
      const rule = own[0]?.ruleId ? rules.get(own[0].ruleId) : undefined;
      carryShares(
        rule,
        own.map((one) => one.clearedFen),
      ).forEach((share, i) => {
        Object.assign(own[i]!, share);
      });
    }
  return all;
}

interface Carried {
  personId: number;
  departmentId: number | null;
  amountFen: number;
  posted: Posted;
}

/** Grants what people keep of one rule's lots as new lots of the run's carry batch. */
async function carry(
  deps: ClearDeps,
  run: SubsidyClearRunRow,
  batch: CarryBatch,
  rule: Rule,
  cleared: readonly Cleared[],
): Promise<Carried[]> {
  const kept = new Map<number, { departmentId: number | null; amountFen: number }>();
  for (const { personId, departmentId, carriedFen } of cleared) {
    const own = kept.get(personId) ?? { departmentId, amountFen: 0 };
    own.amountFen += carriedFen;
    kept.set(personId, own);
  }
  const people = [...kept].filter(([, own]) => own.amountFen > 0);
  const now = deps.clock.now();
  const outcomes = await ask(
    deps,
    people.map(([personId, own]) => ({
      kind: 'SUBSIDY_GRANT',
      organizationId: run.organization_id,
      requestKey: `subcarry:${run.id}:${rule.id}:${personId}`,
      personId,
      occurredAt: now,
      amountFen: own.amountFen,
      purse: run.purse,
      batchId: batch.id,
      ruleId: rule.id,
      ...(batch.expiresOn === null ? {} : { expiresOn: batch.expiresOn }),
      spendOrder: batch.spendOrder,
      reason: batch.name,
      sourceType: 'subsidy_batch',
      sourceId: batch.id,
    })),
  );
  return people.map(([personId, own], i) => {
    const outcome = outcomes[i]!;
    // The purse was open a moment ago; a refusal here is a bug, and throwing leaves the lines open to be looked at.
    if (isRefusal(outcome)) throw new Error(`carry over of person ${personId}: ${refusalMessage(outcome)}`);
    return { personId, ...own, posted: outcome.posted };
  });
}

async function record(
  client: PoolClient,
  run: SubsidyClearRunRow,
  at: string,
  cleared: readonly Cleared[],
): Promise<void> {
  await client.query(
    `with done as (
       update subsidy_clear c set status = n.status, reason = n.reason, before_fen = n.cleared + n.carried,
         cleared_fen = n.cleared, carried_fen = n.carried, posting_id = n.posting_id, business_date = n.business_date, at = $3
       from unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::date[])
         as n(id, status, reason, cleared, carried, posting_id, business_date)
       where c.organization_id = $1 and c.id = n.id and c.status = 'PENDING'
       returning c.status, c.cleared_fen, c.carried_fen)
     update subsidy_clear_run r set done_count = done_count + s.lines, failed_count = failed_count + s.failed,
       before_fen = before_fen + s.cleared + s.carried, cleared_fen = cleared_fen + s.cleared,
       carried_fen = carried_fen + s.carried
     from (select count(*) as lines, count(*) filter (where status = 'FAILED') as failed,
             coalesce(sum(cleared_fen), 0) as cleared, coalesce(sum(carried_fen), 0) as carried from done) s
     where r.organization_id = $1 and r.id = $2`,
    [
      run.organization_id,
      run.id,
      at,
      cleared.map((one) => one.id),
      cleared.map((one) => (one.posted ? 'DONE' : 'FAILED')),
      cleared.map((one) => one.reason ?? ''),
      cleared.map((one) => one.clearedFen),
      cleared.map((one) => one.carriedFen),
      cleared.map((one) => one.posted?.postingId ?? null),
      cleared.map((one) => one.posted?.businessDate ?? null),
    ],
  );
}

async function runChunk(deps: ClearDeps, run: SubsidyClearRunRow): Promise<number> {
  const lots = await nextLots(deps, run);
  if (lots.length === 0) return 0;
  const ruleIds = [...new Set(lots.flatMap((lot) => (lot.ruleId === null ? [] : [lot.ruleId])))];
  const rules = await readRules(deps.pool, run.organization_id, ruleIds, deps.clock.now());
  const cleared = await clearLots(deps, run, lots, rules);
  const carried: { batch: CarryBatch; people: Carried[] }[] = [];
  for (const rule of rules.values()) {
    const own = cleared.filter((one) => one.ruleId === rule.id && one.carriedFen > 0);
    if (own.length === 0) continue;
    const batch = await carryBatch(deps, run, rule);
    carried.push({ batch, people: await carry(deps, run, batch, rule, own) });
  }
  const at = isoAt(deps.clock.now());
  const ids = await deps.ids.take(carried.reduce((sum, { people }) => sum + people.length, 0));
  await inTransaction(deps.pool, async (client) => {
    await record(client, run, at, cleared);
    for (const { batch, people } of carried) await countCarried(client, run, batch, at, ids, people);
  });
  return lots.length;
}

async function readRun(deps: ClearDeps, organizationId: number, id: number): Promise<SubsidyClearRunRow | undefined> {
  const { rows } = await deps.pool.query<SubsidyClearRunRow>(
    'select * from subsidy_clear_run where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0];
}

/** Batches all of whose lots are spent, cleared or returned, after their last day. */
async function closeBatches(deps: ClearDeps, run: SubsidyClearRunRow): Promise<void> {
  await deps.pool.query(
    `update subsidy_batch b set status = 'EXPIRED', updated_at = $2, version = version + 1
      where b.organization_id = $1 and b.kind = 'GRANT' and b.status in ('GRANTED', 'PART_FAILED')
        and b.id in (select batch_id from subsidy_clear where organization_id = $1 and run_id = $3)
        and b.expires_on < $4
        and not exists (select from wallet w where w.organization_id = b.organization_id and w.batch_id = b.id
          and w.balance_fen > 0)`,
    [run.organization_id, isoAt(deps.clock.now()), run.id, run.as_of],
  );
}

/** Runs a clearing to its end. @throws when `signal` ends it; the next run goes on where it stood. */
export async function runClear(
  deps: ClearDeps,
  organizationId: number,
  runId: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const run = await readRun(deps, organizationId, runId);
    if (run?.status !== 'RUNNING') return;
    if (signal.aborted) throw new Error(`clearing ${run.run_no} was interrupted`);
    if ((await runChunk(deps, run)) > 0) continue;
    await deps.pool.query(
      `update subsidy_clear_run set status = 'DONE', finished_at = $3
        where organization_id = $1 and id = $2 and status = 'RUNNING'`,
      [organizationId, runId, isoAt(deps.clock.now())],
    );
    await closeBatches(deps, run);
    return;
  }
}
