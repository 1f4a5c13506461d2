/** Two entries that are one good: one keeps both barcodes, the other is found under it, and can be split off again. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { marketRefusals } from '../refusals.ts';

export async function mergeGoods(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Done | Refusal> {
  const into = Number(values.intoId);
  const target = await ctx.db
    .selectFrom('base_good')
    .selectAll()
    .where('id', 'in', [into, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  const kept = target.find(({ id }) => id === into);
  if (!kept || kept.merged_into_id !== null) return refuse('NOT_FOUND');
  const self = rows.find(({ id }) => id === into);
  if (self) return refuse(marketRefusals.MERGE_SELF, { name: String(self.name) });
  const { rows: both } = await sql<{
    name: string;
  }>`select /* wall: who has copied both; by name alone */ c.name from goods_copy a
    join goods_copy b on b.contractor_id = a.contractor_id and b.base_good_id = ${into}
    join contractor c on c.id = a.contractor_id where a.base_good_id = any(${ids}::bigint[]) order by c.id limit 1`.execute(
    ctx.db,
  );
  if (both[0]) return refuse(marketRefusals.MERGE_TAKEN, { who: both[0].name });
  const at = isoAt(ctx.clock.now());
  // What was merged into it before goes along.
  await sql`update base_good set merged_into_id = ${into}, updated_at = ${at}, version = version + 1
    where id = any(${ids}::bigint[]) or merged_into_id = any(${ids}::bigint[])`.execute(ctx.db);
  await sql`update base_good_code set base_good_id = ${into},
    nth = nth + (select coalesce(max(k.nth), 0) from base_good_code k where k.base_good_id = ${into})
    where base_good_id = any(${ids}::bigint[])`.execute(ctx.db);
  for (const row of rows)
    await ctx.audit({ action: '合并', targetId: row.id, targetName: `${row.name} → ${kept.name}` });
  return null;
}

/** It stands by itself again, with the codes it came with. */
export async function splitGoods(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done> {
  await sql`update base_good_code set base_good_id = own_good_id where own_good_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await sql`update base_good set merged_into_id = null, updated_at = ${isoAt(ctx.clock.now())}, version = version + 1
    where id = any(${ids}::bigint[])`.execute(ctx.db);
  for (const row of rows) await ctx.audit({ action: '拆分', targetId: row.id, targetName: String(row.name) });
  return null;
}
