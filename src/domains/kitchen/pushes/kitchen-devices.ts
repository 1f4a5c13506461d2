/** Terminals that know the people of a kitchen: its doors, check terminals, sample cabinets. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

/** Is the device `v` (SQL alias) one of them? */
export const ofKitchen = sql<boolean>`(exists (select 1 from device_type y where y.id = v.type_id
    and y.kind in ('MORNING_CHECK', 'SAMPLE_CABINET'))
  or exists (select 1 from door o join district d on d.organization_id = o.organization_id and d.id = o.district_id
    where o.organization_id = v.organization_id and o.device_id = v.id and d.family = 'KITCHEN'))`;

/** Those in use, in the order of their ids. */
export async function kitchenDevices(ctx: Pick<Ctx, 'db'>): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('device as v')
    .select('v.id')
    .where('v.status', 'in', ['ACTIVE', 'REPAIR'])
    .where(ofKitchen)
    .orderBy('v.id')
    .execute();
  return rows.map((row) => row.id);
}
