import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { deploySiteList } from '../deploy-site-list.ts';
import site from './contractor-deploy-site.page.ts';

/** The organization comes from the restaurant, which the engine has found to be one of the contractor's own. */
const { create, update } = tableCrud(site, {
  table: 'deploy_site',
  owner: () => ({}),
  unique: { deploy_site_name: 'name' },
});

export default bind(site, {
  list: deploySiteList,
  create: async (ctx, values) => {
    const restaurant = await ctx.db
      .selectFrom('restaurant')
      .select('organization_id')
      .where('id', '=', values.restaurantId!)
      .executeTakeFirstOrThrow();
    return create(ctx, { ...values, organizationId: restaurant.organization_id });
  },
  update: async (ctx, id, values, before) => {
    if (!values.restaurantId || values.restaurantId === before.restaurantId) return update(ctx, id, values, before);
    const moved = await ctx.db
      .selectFrom('restaurant')
      .select('organization_id')
      .where('id', '=', values.restaurantId)
      .executeTakeFirstOrThrow();
    return moved.organization_id === before.organizationId
      ? update(ctx, id, values, before)
      : refuseField('restaurantId', '部署点不能移到另一个单位的餐厅');
  },
  actions: onOff('deploy_site'),
});
