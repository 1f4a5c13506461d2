/** Devices from a spreadsheet: types by name or model, serial numbers that must be new. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { enterDevices, knownSerials } from './enter-devices.ts';

const serialOf = (row: ImportRow) => String(row.values.sn ?? '');

/** Ids of device types by their name or model. */
async function typeIds(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.db.selectFrom('device_type').select(['id', 'name', 'model']).execute();
  const wanted = new Set(names);
  const found = new Map<string, number>();
  for (const row of rows)
    for (const name of [row.name, row.model]) if (wanted.has(name) && !found.has(name)) found.set(name, row.id);
  return found;
}

export const importDevices: ImportBinding = {
  resolve: (ctx, field, names) => (field === 'typeId' ? typeIds(ctx, names) : Promise.resolve(new Map())),
  check: async (ctx, rows) => {
    const known = await knownSerials(ctx, rows.map(serialOf));
    return new Map(
      rows.filter((r) => known.has(serialOf(r))).map((r) => [r.rowNo, { sn: `序列号 ${serialOf(r)} 已入库` }]),
    );
  },
  commit: async (ctx, rows) => {
    const refused = await enterDevices(
      ctx,
      rows.map((r) => ({
        sn: serialOf(r),
        name: String(r.values.name),
        typeId: r.values.typeId as number,
        mode: String(r.values.mode ?? 'FIXED'),
        maxFaces: (r.values.maxFaces as number | null | undefined) ?? null,
        warrantyEnd: (r.values.warrantyEnd as string | null | undefined) ?? null,
      })),
    );
    return new Map(rows.filter((r) => refused.has(serialOf(r))).map((r) => [r.rowNo, `序列号 ${serialOf(r)} 已入库`]));
  },
};
