/** 冲正 and 打印小票 of the counter's documents, as their pages bind them. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput, Done, RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type ReceiptFacts, receipt } from '../receipt.ts';
import type { CounterKind } from './kinds.ts';
import { reverseDocument } from './reverse.ts';

interface Differences {
  /** Why this document cannot be undone here. */
  mayReverse?: (ctx: Ctx, row: RowValues) => Promise<Refusal | undefined>;
  /** Further lines of the slip printed again. */
  extra?: (row: RowValues) => NonNullable<ReceiptFacts['extra']>;
}

type CounterAction = (ctx: Ctx, input: ActionInput) => Promise<Done | Refusal>;

export function counterActions(
  kind: CounterKind,
  { mayReverse, extra }: Differences = {},
): { reverse: CounterAction; receipt: CounterAction } {
  return {
    reverse: async (ctx, { rows, values }) => {
      const row = rows[0]!;
      const no = await mayReverse?.(ctx, row);
      if (no) return no;
      const found = await ctx.services.pool.query<{ postingId: number }>(
        `select posting_id as "postingId" from ${kind.table} where organization_id = $1 and id = $2`,
        [ownOrganization(ctx), row.id],
      );
      const postingId = found.rows[0]?.postingId;
      if (!postingId) return refuse('NOT_FOUND');
      return reverseDocument(
        ctx,
        {
          table: kind.table,
          id: row.id,
          personId: row.personId as number,
          personName: String(row.personName),
          postingId,
          businessDate: String(row.businessDate),
          amountFen: row.amountFen as number,
        },
        String(values.reason),
      );
    },
    receipt: async (ctx, { rows }) => {
      const row = rows[0]!;
      return {
        receipt: receipt({
          title: `${kind.slip}（补打）`,
          documentNo: String(row[kind.noField]),
          personName: String(row.personName),
          jobNumber: row.jobNumber as string | null,
          amountFen: row.amountFen as number,
          balanceFen: row.balanceAfterFen as number,
          at: String(row[kind.atField]).slice(0, 19).replace('T', ' '),
          operator: String(row.operatorName),
          unit: ctx.session.unitName ?? '',
          ...(extra ? { extra: extra(row) } : {}),
        }),
      };
    },
  };
}
