/** Rows and columns of a cabinet, from the form of a link. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { freshCabinet } from '../cabinets/fresh-cabinet.ts';
import { cellNames } from '../desk/cells.ts';
import type spec from './pages/sample-device-food-link.page.ts';

/** How the cabinet is built is kept with the cabinet: every link to it shows the same. */
export async function sizeCabinet(ctx: Ctx, values: Values<typeof spec.fields>, before: RowValues | null) {
  const all = { ...(before as typeof values | null), ...values };
  const size = { cell_rows: all.cellRows ?? 4, cell_columns: all.cellColumns ?? 6, updated_at: isoAt(ctx.clock.now()) };
  const known = cellNames(size.cell_rows, size.cell_columns);
  const outside = await ctx.db
    .selectFrom('sample')
    .select(['cell', 'sample_no'])
    .where('device_id', '=', all.cabinetId!)
    .where('status', 'in', ['RETAINING', 'SEALED'])
    .where('cell', 'not in', known)
    .executeTakeFirst();
  if (outside)
    return refuse('CELL_TAKEN', { cell: outside.cell ?? '', sampleNo: outside.sample_no, dish: '改小后没有这一格' });
  await ctx.db
    .insertInto('cabinet_state')
    .values({ organization_id: ownOrganization(ctx), device_id: all.cabinetId!, ...size, ...freshCabinet })
    .onConflict((conflict) => conflict.columns(['organization_id', 'device_id']).doUpdateSet(size))
    .execute();
  return undefined;
}
