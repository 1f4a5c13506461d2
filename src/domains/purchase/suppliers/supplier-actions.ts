/** 拉黑 and 加证照 of suppliers. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

/** The unit of the session: the platform's own row for who looks after the platform. */
export const supplierOwner = (ctx: Ctx) => ({
  unit_type: ctx.session.unitType === 'CONTRACTOR' ? ('CONTRACTOR' as const) : ('PLATFORM' as const),
  unit_id: ctx.session.unitId ?? 1,
});

/** Nothing is ordered from a blacklisted supplier; the reason stays with it. */
export async function blacklist(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<null> {
  await ctx.db
    .updateTable('supplier')
    .set((eb) => ({ blacklisted: true, black_reason: String(values.reason), version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  for (const row of rows)
    await ctx.audit({
      action: '拉黑',
      targetId: row.id,
      targetName: String(row.name),
      changes: [{ key: 'reason', label: '原因', before: null, after: String(values.reason) }],
    });
  return null;
}

/** Adds a licence or certificate to each of the suppliers; refuses one with neither number nor scan. */
export async function addPaper(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Refusal | null> {
  const at = isoAt(ctx.clock.now());
  const { kind, paperNo, expiresOn, file } = values as {
    kind: 'FOOD';
    paperNo?: string;
    expiresOn?: string;
    file?: string;
  };
  if (!paperNo && !file) return refuse(purchaseRefusals.PAPER_BAD, { why: '证照须有编号或扫描件' });
  for (const row of rows) {
    await ctx.db
      .insertInto('supplier_paper')
      .values({
        ...supplierOwner(ctx),
        id: await ctx.ids.next(),
        supplier_id: ids[rows.indexOf(row)]!,
        kind,
        paper_no: paperNo ?? null,
        expires_on: expiresOn ?? null,
        file: file ?? null,
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })
      .execute();
    await ctx.audit({ action: '加证照', targetId: row.id, targetName: String(row.name) });
  }
  return null;
}
