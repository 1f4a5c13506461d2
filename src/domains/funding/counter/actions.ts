/** 冲正 and 打印小票 of the counter's documents, as their pages bind them. */
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done, RowValues } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { endSlip, slipPath } from './electronic.ts';
import { type CounterKind, figuresOf } from './kinds.ts';
import { reverseOutcome } from './outcome.ts';
import { type ReceiptFacts, receipt } from './receipt.ts';
import { type ReversibleDocument, reverseDocument } from './reverse.ts';

interface Differences {
  /** Why this document cannot be undone here. */
  mayReverse?: (ctx: Ctx, row: RowValues) => Promise<Refusal | undefined>;
  /** Further lines of the slip printed again. */
  extra?: (row: RowValues) => NonNullable<ReceiptFacts['extra']>;
}

type CounterAction = (ctx: Ctx, input: ActionInput) => Promise<Done | Refusal>;

/** The document of a row as its reversal takes it, or why it cannot be undone. */
async function documentOf(
  kind: CounterKind,
  { mayReverse }: Differences,
  ctx: Ctx,
  row: RowValues,
): Promise<ReversibleDocument | Refusal> {
  const no = await mayReverse?.(ctx, row);
  if (no) return no;
  const found = await sqlOf(ctx.db).query<{ postingId: number }>(
    `select posting_id as "postingId" from ${kind.table} where organization_id = $1 and id = $2`,
    [ownOrganization(ctx), row.id],
  );
  const postingId = found.rows[0]?.postingId;
  if (!postingId) return refuse('NOT_FOUND');
  return {
    kind,
    id: row.id,
    personId: row.personId as number,
    personName: String(row.personName),
    postingId,
    businessDate: String(row.businessDate),
    amount: row[figuresOf[kind.purse].amountField] as number,
  };
}

/** What the buttons of a document would do. */
export function counterOutcomes(kind: CounterKind, differences: Differences = {}) {
  return {
    reverse: async (ctx: Ctx, { rows }: ActionInput): Promise<Outcome | Refusal> => {
      const row = rows[0]!;
      const document = await documentOf(kind, differences, ctx, row);
      const at = String(row[kind.atField]).slice(0, 16).replace('T', ' ');
      return isRefusal(document) ? document : reverseOutcome(ctx, document, `${row[kind.noField]}，${at}`);
    },
  };
}

export function counterActions(
  kind: CounterKind,
  differences: Differences = {},
): { reverse: CounterAction; receipt: CounterAction; end_slip: CounterAction } {
  const { extra } = differences;
  const figures = figuresOf[kind.purse];
  return {
    reverse: async (ctx, { rows, values }) => {
      const document = await documentOf(kind, differences, ctx, rows[0]!);
      return isRefusal(document) ? document : reverseDocument(ctx, document, String(values.reason));
    },
    end_slip: (ctx, { rows }) => endSlip(ctx, kind, rows[0]!.id, String(rows[0]![kind.noField])),
    receipt: async (ctx, { rows }) => {
      const row = rows[0]!;
      return {
        receipt: receipt({
          title: `${kind.slip}（补打）`,
          documentNo: String(row[kind.noField]),
          personName: String(row.personName),
          jobNumber: row.jobNumber as string | null,
          purse: kind.purse,
          amount: row[figures.amountField] as number,
          balance: row[figures.afterField] as number,
          at: String(row[kind.atField]).slice(0, 19).replace('T', ' '),
          operator: String(row.operatorName),
          unit: ctx.session.unitName ?? '',
          link: await slipPath(ctx, kind, row.id),
          ...(extra ? { extra: extra(row) } : {}),
          signature: row.signImage as string | null | undefined,
        }),
      };
    },
  };
}
