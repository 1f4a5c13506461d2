/** Books a document of the counter: the document's row, its posting and the log are one transaction; the answer is the slip. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { type MoneyRequest, purseAmount, type RequestBase, type Tx } from '../../wallet/public.server.ts';
import { slipPath } from './electronic.ts';
import { type CounterKind, figuresOf } from './kinds.ts';
import { type CounterPerson, counterKey } from './person.ts';
import { type ReceiptFacts, receipt } from './receipt.ts';

export interface CounterDocument {
  person: CounterPerson;
  /** In fen, or in meals where the kind moves COUNT. */
  amount: number;
  remark: string;
  /** Names the form in the posting's key. */
  keyName: string;
  /** What the money door is asked for, beside what all documents have in common. */
  request: (common: RequestBase) => MoneyRequest;
  /** Columns of its own. `at` is ISO 8601, `suffix` what follows the two letters of its numbers. */
  columns: (at: string, suffix: string) => Readonly<Record<string, string | number | null>>;
  /** Asked within the transaction, before anything is written. */
  refuse?: (tx: Tx) => Promise<Refusal | undefined>;
  /** Further lines of the slip, out of the document's number. */
  extra?: (no: string) => NonNullable<ReceiptFacts['extra']>;
  /** Key of the picture of who signed it. */
  signature?: string | null;
}

/** A form sent twice gets the first document and its slip back, not a second one. */
export async function bookDocument(
  ctx: Ctx,
  kind: CounterKind,
  document: CounterDocument,
): Promise<({ id: number } & Show) | Refusal> {
  const { person, amount } = document;
  const { purse } = kind;
  const figures = figuresOf[purse];
  const organizationId = ownOrganization(ctx);
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const suffix = `${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const outcome = await ctx.services.wallet.submit(
    document.request({
      organizationId,
      requestKey: counterKey(ctx, document.keyName, id),
      personId: person.id,
      occurredAt: now,
      operatorId: ctx.session.accountId,
      sourceType: kind.table,
      sourceId: id,
      companion: async (tx, posted) => {
        const no = await document.refuse?.(tx);
        if (no) return no;
        const row: Record<string, string | number | null> = {
          organization_id: organizationId,
          id,
          [kind.noColumn]: `${kind.prefix}${suffix}`,
          person_id: person.id,
          [figures.amount]: amount,
          operator_id: ctx.session.accountId,
          operator_name: ctx.session.name,
          posting_id: posted.postingId,
          [figures.after]: posted.balances[purse] ?? 0,
          business_date: posted.businessDate,
          [kind.atColumn]: at,
          status: kind.booked,
          remark: document.remark,
          ...document.columns(at, suffix),
        };
        const columns = Object.keys(row);
        await tx.query(
          `insert into ${kind.table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
          Object.values(row),
        );
        await auditInto(ctx, tx, {
          action: kind.action,
          targetId: id,
          targetName: person.name,
          changes: [
            {
              key: figures.amountField,
              label: purse === 'COUNT' ? '次数' : `${kind.action}金额（元）`,
              before: null,
              after: purseAmount(purse, amount).replace(/ [元次]$/, ''),
            },
          ],
        });
        return undefined;
      },
    }),
  );
  if (isRefusal(outcome)) return outcome;
  const { rows } = await sqlOf(ctx.db).query<{ id: number; no: string; at: string }>(
    `select id, ${kind.noColumn} as no, ${kind.atColumn} as at from ${kind.table}
      where organization_id = $1 and posting_id = $2`,
    [organizationId, outcome.posted.postingId],
  );
  const made = rows[0]!;
  return {
    id: made.id,
    receipt: receipt({
      title: kind.slip,
      documentNo: made.no,
      personName: person.name,
      jobNumber: person.job_number,
      purse,
      amount,
      balance: outcome.posted.balances[purse] ?? 0,
      at: made.at.slice(0, 19).replace('T', ' '),
      operator: ctx.session.name,
      unit: ctx.session.unitName ?? '',
      link: await slipPath(ctx, kind, made.id),
      ...(document.extra ? { extra: document.extra(made.no) } : {}),
      signature: document.signature,
    }),
  };
}
