/** 留样柜菜品关联. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { sizeCabinet } from '../size-cabinet.ts';
import { unlinkedDishes } from '../unlinked.ts';
import spec from './sample-device-food-link.page.ts';

/** OTHERS_CABINET unless the device is the unit's own and of the kind. */
async function refuseDevice(ctx: Ctx, id: number | null | undefined, kind: string, field: string, what: string) {
  if (id === null || id === undefined) return undefined;
  const device = await ctx.db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .select(['t.kind'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return device?.kind === kind ? undefined : refuse('OTHERS_CABINET', { what }, { [field]: `不是本单位的${what}` });
}

export default bind(spec, {
  list: over(spec, 'sample_link as l', {
    inner: ['restaurantId as r'],
    none: { mealPeriodIds: '所有餐次', dishTypeIds: '所有菜品' },
    columns: {
      cellRows: sql`coalesce((select c.cell_rows from cabinet_state c
          where c.organization_id = l.organization_id and c.device_id = l.cabinet_id), 4)`,
      cellColumns: sql`coalesce((select c.cell_columns from cabinet_state c
          where c.organization_id = l.organization_id and c.device_id = l.cabinet_id), 6)`,
      cellText: sql`(select count(*) from sample s where s.organization_id = l.organization_id and s.device_id = l.cabinet_id
          and s.status in ('RETAINING', 'SEALED')) || ' / ' || coalesce((select c.cell_rows * c.cell_columns from cabinet_state c
          where c.organization_id = l.organization_id and c.device_id = l.cabinet_id), 24)`,
      kept: sql`(select count(*)::int from sample s where s.organization_id = l.organization_id and s.device_id = l.cabinet_id
          and s.status in ('RETAINING', 'SEALED'))`,
    },
  }),
  notice: async (ctx) => {
    const dishes = await unlinkedDishes(ctx);
    if (dishes.length === 0) return null;
    const shown = dishes.slice(0, 5).map(({ place, meal, dish }) => `${place} ${meal} ${dish}`);
    return {
      tone: 'warning',
      text: `今天起三天内 ${dishes.length} 道菜没有留样柜：${shown.join('、')}${dishes.length > shown.length ? ' 等' : ''}。`,
      tool: { key: 'create', values: { restaurantId: dishes[0]!.restaurantId } },
    };
  },
  ...tableCrud(spec, {
    table: 'sample_link',
    nameField: 'restaurantId',
    skip: ['cellRows', 'cellColumns'],
    after: (ctx, _id, values, before) => sizeCabinet(ctx, values, before),
    check: async (ctx, values) =>
      (await refuseDevice(ctx, values.cabinetId, 'SAMPLE_CABINET', 'cabinetId', '留样柜')) ??
      (await refuseDevice(ctx, values.scaleId, 'SCALE', 'scaleId', '留样秤')),
  }),
  actions: onOff('sample_link', 'restaurantId'),
});
