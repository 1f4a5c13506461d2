import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { offered } from '../../units/unit-list.ts';
import { deploySiteList, requireRestaurant } from '../deploy-site-list.ts';
import { refuseTraded } from '../traded.ts';
import site from './deploy-site.page.ts';

const crud = tableCrud(site, {
  table: 'deploy_site',
  unique: { deploy_site_name: 'name' },
  usedBy: [
    { table: 'device', column: 'deploy_site_id', what: '设备' },
    { table: 'fixed_value_rule', column: 'deploy_site_id', what: '定值规则' },
  ],
  check: (_ctx, values, before) => {
    const now = { ...before, ...values } as { kind?: string; restaurantId?: number | null };
    return requireRestaurant(now.kind, now.restaurantId);
  },
});

export default bind(site, {
  list: deploySiteList,
  ...crud,
  remove: async (ctx, id, before) =>
    (await refuseTraded(ctx, ownOrganization(ctx), 'deploy_site_id', id)) ?? crud.remove(ctx, id, before),
  optionsWithin: ['restaurantId'],
  options: named('deploy_site', {
    offered,
    within: { restaurantId: 'restaurant_id' },
    hint: '(select n.name from restaurant n where n.organization_id = t.organization_id and n.id = t.restaurant_id)',
  }),
  actions: onOff('deploy_site'),
});
