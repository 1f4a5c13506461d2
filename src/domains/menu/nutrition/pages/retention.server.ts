/** Server side of 烹调保留率. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { fillRetention } from '../read-retention.ts';
import spec from './retention.page.ts';

const crud = tableCrud(spec, {
  table: 'cooking_retention',
  nameField: 'nutrient',
  unique: { cooking_retention_once: 'nutrient' },
});

export default bind(spec, {
  list: over(spec, 'cooking_retention as c', { version: true }),
  create: crud.create,
  update: crud.update,
  remove: crud.remove,
  actions: {
    fill: async (ctx) => {
      const written = await fillRetention(ctx);
      await ctx.audit({ action: '填入公开的烹调保留率', targetName: `${written} 项` });
      return { receipt: { title: '填入公开参考值', lines: [['填入', `${written} 项`]] } };
    },
  },
  notice: async (ctx) => {
    const { missing } = await ctx.db
      .selectFrom('dish')
      .select(sql<number>`count(*)::int`.as('missing'))
      .where('shelf', '=', 'ON')
      .where('cooking', 'is', null)
      .executeTakeFirstOrThrow();
    return missing > 0
      ? {
          tone: 'info',
          text: `${missing} 道上架的菜品没有填烹调方法，它们的营养未计烹调损失`,
          open: { label: '去填', path: '/admin/organization/organization_food?cooked=NO' },
        }
      : null;
  },
});
