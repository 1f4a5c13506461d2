import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { offered } from '../../units/unit-list.ts';
import { endScreen, showScreen } from '../meal-screen.ts';
import { requireContract, restaurantList } from '../restaurant-list.ts';
import { runBy } from '../run-by.ts';
import { refuseTraded } from '../traded.ts';
import restaurant from './restaurant.page.ts';

const crud = tableCrud(restaurant, {
  table: 'restaurant',
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
  after: async (ctx, id, values, before) => {
    const contractorId = values.contractorId;
    if (contractorId !== undefined && contractorId !== (before?.contractorId ?? null))
      await runBy(ctx, ownOrganization(ctx), id, contractorId);
    return undefined;
  },
});

export default bind(restaurant, {
  list: restaurantList,
  ...crud,
  remove: async (ctx, id, before) =>
    (await refuseTraded(ctx, ownOrganization(ctx), 'restaurant_id', id)) ?? crud.remove(ctx, id, before),
  options: named('restaurant', {
    offered,
    hint: '(select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = t.organization_id)',
  }),
  actions: { ...onOff('restaurant'), screen: showScreen, screen_off: endScreen },
});
