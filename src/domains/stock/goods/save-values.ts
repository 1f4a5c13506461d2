/** Writes the values of a kind of attribute: those that goods carry are renamed and stay, the others may go. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { stockRefusals } from '../refusals.ts';

export async function saveValues(
  ctx: Ctx,
  attributeId: number,
  rows: readonly { id: number | null; name: string | null }[] | null,
): Promise<Refusal | undefined> {
  if (!rows) return undefined;
  const known = await ctx.db
    .selectFrom('attribute_value as v')
    .select(['v.id', 'v.name'])
    .select((eb) =>
      eb
        .selectFrom('goods_attribute as g')
        .whereRef('g.value_id', '=', 'v.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('used'),
    )
    .where('v.attribute_id', '=', attributeId)
    .execute();
  const kept = new Set(rows.map(({ id }) => id));
  const gone = known.filter(({ id }) => !kept.has(id));
  const inUse = gone.find(({ used }) => Number(used) > 0);
  if (inUse) return refuse(stockRefusals.ATTRIBUTE_USED, { name: inUse.name, count: Number(inUse.used) });
  if (gone.length > 0)
    await ctx.db
      .deleteFrom('attribute_value')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  // A name may move from one value to another: out of the way first.
  const old = new Set(known.map(({ id }) => id));
  for (const { id } of rows)
    if (id !== null && old.has(id))
      await ctx.db
        .updateTable('attribute_value')
        .set({ name: `#${id}` })
        .where('id', '=', id)
        .execute();
  for (const [sort, { id, name }] of rows.entries())
    if (id !== null && old.has(id))
      await ctx.db.updateTable('attribute_value').set({ name: name!, sort }).where('id', '=', id).execute();
    else
      await ctx.db
        .insertInto('attribute_value')
        .values({
          contractor_id: ownContractor(ctx),
          id: await ctx.ids.next(),
          attribute_id: attributeId,
          name: name!,
          sort,
        })
        .execute();
  return undefined;
}
