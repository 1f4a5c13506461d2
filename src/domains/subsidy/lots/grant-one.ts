/** 发放补贴 to one person: a batch of one line. Up to the limit it is booked at once, above it waits for a second person. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { answeredKeys, businessDay, type Tx } from '../../wallet/public.server.ts';
import { batchNo, terms, usableRule } from '../batch/create-batch.ts';
import { leftReason } from '../batch/judge.ts';
import { subsidyRefusals } from '../refusals.ts';
import { type GrantPurse, unitOf } from '../units.ts';

export interface SingleGrant {
  purse: GrantPurse;
  personId: number;
  ruleId: number | null;
  amountFen: number;
  expiresOn: string | null;
  reason: string;
}

interface Recipient {
  id: number;
  name: string;
  job_number: string | null;
  department_id: number | null;
  type_id: number;
  status: string;
  valid_end: string | null;
}

interface Paper {
  organizationId: number;
  /** Batch and its only line share the moment but not the id. */
  batchId: number;
  itemId: number;
  at: string;
  grant: SingleGrant;
  person: Recipient;
  ruleId: number | null;
  period: string;
  grantOn: string;
  expiresOn: string | null;
  spendOrder: number;
}

/** Batch and line; posted already, or waiting for the second person. */
async function writePaper(
  ctx: Ctx,
  tx: Tx,
  paper: Paper,
  posted: { postingId: number; walletId: number } | null,
): Promise<void> {
  const { organizationId, batchId, at, grant, person } = paper;
  const done = posted ? 1 : 0;
  const name = `${person.name} ${grant.reason}`.slice(0, 60);
  await tx.query(
    `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, rule_id, period, grant_on, expires_on,
       spend_order, choice, reason, total_count, total_fen, posted_count, posted_fen, status, maker_id, maker_name,
       submitted_at, started_at, finished_at, created_at, updated_at, purse)
     values ($1, $2, $3, $4, 'GRANT', 'SINGLE', $5, $6, $7, $8, $9, '{}', $10, 1, $11, $12, $13, $14, $15, $16, $17, $18, $18,
       $17, $17, $19)`,
    [
      organizationId,
      batchId,
      batchNo(at, batchId),
      name,
      paper.ruleId,
      paper.period,
      paper.grantOn,
      paper.expiresOn,
      paper.spendOrder,
      grant.reason,
      grant.amountFen,
      done,
      done * grant.amountFen,
      posted ? 'GRANTED' : 'SUBMITTED',
      ctx.session.accountId,
      ctx.session.name,
      at,
      posted ? at : null,
      grant.purse,
    ],
  );
  await tx.query(
    `insert into subsidy_item (organization_id, batch_id, id, line_no, person_id, job_number, person_name, department_id,
       type_id, amount_fen, verdict, status, posting_id, wallet_id, posted_at)
     values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, 'GOOD', $10, $11, $12, $13)`,
    [
      organizationId,
      batchId,
      paper.itemId,
      person.id,
      person.job_number ?? '',
      person.name,
      person.department_id,
      person.type_id,
      grant.amountFen,
      posted ? 'POSTED' : 'PENDING',
      posted?.postingId ?? null,
      posted?.walletId ?? null,
      posted ? at : null,
    ],
  );
  await auditInto(ctx, tx, {
    action: posted ? '发放补贴' : '申请发放补贴',
    targetId: paper.itemId,
    targetName: person.name,
    changes: [
      {
        key: 'amountFen',
        label: unitOf(grant.purse).word,
        before: null,
        after: unitOf(grant.purse).said(grant.amountFen),
      },
    ],
  });
}

/** The line an earlier identical form made: a double click gets the first one back. */
async function madeBefore(ctx: Ctx, key: string, grant: SingleGrant): Promise<number | undefined> {
  const organizationId = ownOrganization(ctx);
  const posting = (await answeredKeys(sqlOf(ctx.db), organizationId, [key])).get(key);
  if (!posting) return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    `select id from subsidy_item
      where organization_id = $1 and posting_id = $2 and person_id = $3 and amount_fen = $4`,
    [organizationId, posting, grant.personId, grant.amountFen],
  );
  return rows[0]?.id;
}

/** The line's id. Refused: somebody who left, a rule out of use, a last day in the past, what the purse refuses. */
export async function grantOne(ctx: Ctx, grant: SingleGrant): Promise<{ id: number } | Refusal> {
  const person = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'job_number', 'department_id', 'type_id', 'status', 'valid_end'])
    .where('id', '=', grant.personId)
    .executeTakeFirst();
  if (!person) return refuse('NOT_FOUND');
  const now = ctx.clock.now();
  const today = businessDay(now);
  const left = leftReason({ status: person.status, validEnd: person.valid_end }, today);
  if (left) return refuse(subsidyRefusals.SUBSIDY_PERSON_LEFT, { name: person.name, state: left });
  const rule = await usableRule(ctx, grant.ruleId, grant.purse);
  if (isRefusal(rule)) return rule;
  const when = terms({ grantOn: null, expiresOn: grant.expiresOn }, rule, today);
  if (isRefusal(when)) return when;
  const [batchId = 0, itemId = 0] = await ctx.ids.take(2);
  const organizationId = ownOrganization(ctx);
  const paper: Paper = {
    organizationId,
    batchId,
    itemId,
    at: isoAt(now),
    grant,
    person,
    ruleId: rule?.id ?? null,
    ...when,
  };
  if (grant.amountFen > unitOf(grant.purse).alone)
    return (await runCommand(ctx, async (inner) => {
      await writePaper(inner, sqlOf(inner.db), paper, null);
      return { id: itemId };
    })) as { id: number } | Refusal;
  const requestKey = `subone:${ctx.session.accountId}:${ctx.requestKey ?? batchId}`;
  const outcome = await ctx.services.wallet.submit({
    kind: 'SUBSIDY_GRANT',
    organizationId,
    requestKey,
    personId: person.id,
    occurredAt: now,
    amountFen: grant.amountFen,
    purse: grant.purse,
    batchId,
    ...(paper.ruleId === null ? {} : { ruleId: paper.ruleId }),
    ...(when.expiresOn === null ? {} : { expiresOn: when.expiresOn }),
    spendOrder: when.spendOrder,
    operatorId: ctx.session.accountId,
    reason: grant.reason,
    sourceType: 'subsidy_batch',
    sourceId: batchId,
    companion: async (tx, posted) => {
      await writePaper(ctx, tx, paper, { postingId: posted.postingId, walletId: posted.walletId ?? 0 });
      return undefined;
    },
  });
  if (!isRefusal(outcome)) return { id: itemId };
  const first = outcome.code === 'IDEMPOTENCY_MISMATCH' ? await madeBefore(ctx, requestKey, grant) : undefined;
  return first === undefined ? outcome : { id: first };
}
