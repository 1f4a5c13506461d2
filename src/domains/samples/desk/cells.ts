/** Cells of cabinets: which cabinet a sample belongs to, whether a cell is there and free. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { linkFor } from '../links/link-for.ts';
import type { SampleRow } from '../tables.ts';

export interface CellAt {
  /** null: a fridge the product does not know as a device. */
  deviceId: number | null;
  cell: string;
}

/** `A1` … of a cabinet with that many shelves and boxes on each. */
export const cellNames = (rows: number, columns: number): string[] =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => `${String.fromCharCode(65 + r)}${c + 1}`),
  ).flat();

/** The size of a cabinet nobody has set up. */
export const plainCabinet = { rows: 4, columns: 6 };

/** Where `cell` of the sample's linked cabinet is; CELL_UNKNOWN names the cabinet. */
export async function cellOf(ctx: Pick<Ctx, 'db'>, sample: SampleRow, cell: string): Promise<CellAt | Refusal> {
  const named = cell.trim().toUpperCase();
  const link = await linkFor(ctx.db, sample.restaurant_id, sample.meal_period_id, sample.dish_type_id);
  if (!link) return { deviceId: null, cell: named };
  const cabinet = await ctx.db
    .selectFrom('device as d')
    .leftJoin('cabinet_state as c', (on) =>
      on.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.device_id', '=', 'd.id'),
    )
    .select(['d.name', 'c.cell_rows as rows', 'c.cell_columns as columns'])
    .where('d.id', '=', link.cabinetId)
    .executeTakeFirst();
  if (!cabinet) return { deviceId: null, cell: named };
  const known = cellNames(cabinet.rows ?? plainCabinet.rows, cabinet.columns ?? plainCabinet.columns);
  return known.includes(named)
    ? { deviceId: link.cabinetId, cell: named }
    : refuse('CELL_UNKNOWN', { cabinet: cabinet.name, cell: named }, { cell: `没有格口 ${named}` });
}

/** CELL_TAKEN while another sample stands there. */
export async function refuseCell(ctx: Pick<Ctx, 'db'>, sample: SampleRow, at: CellAt): Promise<Refusal | undefined> {
  const there = await ctx.db
    .selectFrom('sample')
    .select(['id', 'sample_no', 'dish_name'])
    .where('status', 'in', ['RETAINING', 'SEALED'])
    .where('device_id', at.deviceId === null ? 'is' : '=', at.deviceId)
    .where('restaurant_id', '=', sample.restaurant_id)
    .where('cell', '=', at.cell)
    .where('id', '<>', sample.id)
    .executeTakeFirst();
  if (!there) return undefined;
  const params = { cell: at.cell, sampleNo: there.sample_no, dish: there.dish_name };
  return refuse('CELL_TAKEN', params, { cell: `已放有 ${there.sample_no}` });
}
