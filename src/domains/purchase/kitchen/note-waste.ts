/** 记损耗 of a line of 领料单. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { notWhole, wholeUnits } from '../../stock/public.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

/** What of a line was thrown away, of what was taken for it. */
export async function noteWaste(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const line = await ctx.db
    .selectFrom('kitchen_sheet_line as l')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select(['l.taken_qty', 'g.base_unit', 'g.name'])
    .where('l.id', '=', ids[0]!)
    .executeTakeFirstOrThrow();
  const qty = wholeUnits(Number(values.qty), line.base_unit === 'PIECE' ? 1 : 1_000);
  if (qty === undefined) return refuseField('qty', `「${line.name}」${notWhole}`);
  if (qty <= 0 || qty > (line.taken_qty ?? 0))
    return refuse(
      purchaseRefusals.WASTE_MORE,
      { goods: line.name, taken: String(rows[0]!.taken ?? '0') },
      { qty: '不能多于实领' },
    );
  await ctx.db
    .updateTable('kitchen_sheet_line')
    .set({ waste_qty: qty, waste_kind: values.kind as 'RAW', waste_reason: String(values.reason) })
    .where('id', '=', ids[0]!)
    .execute();
  await ctx.audit({ action: '记损耗', targetId: ids[0]!, targetName: `${line.name}：${String(values.reason)}` });
  return null;
}
