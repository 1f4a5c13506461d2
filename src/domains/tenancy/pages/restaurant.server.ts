import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { nameOptions } from '../options.ts';
import { requireContract, restaurantList } from '../restaurant-list.ts';
import { refuseTraded } from '../traded.ts';
import restaurant from './restaurant.page.ts';

const crud = tableCrud(restaurant, {
  table: 'restaurant',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
  unique: { restaurant_name: 'name' },
  usedBy: [
    { table: 'deploy_site', column: 'restaurant_id', what: '部署点' },
    { table: 'fixed_value_rule', column: 'restaurant_id', what: '定值规则' },
  ],
  check: (ctx, values, before) => {
    const id = values.contractorId;
    return id && id !== before?.contractorId
      ? requireContract(ctx, ownOrganization(ctx), id, 'contractorId', '该承包商')
      : undefined;
  },
});

export default bind(restaurant, {
  list: restaurantList,
  ...crud,
  remove: async (ctx, id, before) =>
    (await refuseTraded(ctx, ownOrganization(ctx), 'restaurant_id', id)) ?? crud.remove(ctx, id, before),
  options: nameOptions('restaurant', {
    hint: '(select n.name from organization n where n.id = t.organization_id)',
  }),
  actions: {
    enable: setColumn('restaurant', 'status', 'NORMAL', '启用'),
    disable: setColumn('restaurant', 'status', 'DISABLED', '停用'),
  },
});
