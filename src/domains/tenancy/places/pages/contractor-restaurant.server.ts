import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../own-contractor.ts';
import { offered } from '../../units/unit-list.ts';
import { requireContract, restaurantList } from '../restaurant-list.ts';
import { runBy } from '../run-by.ts';
import restaurant from './contractor-restaurant.page.ts';

const { create, update } = tableCrud(restaurant, {
  table: 'restaurant',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  unique: { restaurant_name: 'name' },
  check: (ctx, values, before) =>
    before ? undefined : requireContract(ctx, values.organizationId!, ownContractor(ctx), 'organizationId', '该单位'),
});

export default bind(restaurant, {
  list: {
    ...restaurantList,
    from: (db, ctx) => db.selectFrom('restaurant as r').where('r.contractor_id', '=', ownContractor(ctx)),
  },
  create: async (ctx, values) => {
    const made = await create(ctx, values);
    if (!isRefusal(made)) await runBy(ctx, values.organizationId!, made.id, ownContractor(ctx));
    // The session knows its restaurants; it is to know the new one at once.
    ctx.services.sessionCache.forget(ctx.session.accountId);
    return made;
  },
  update,
  options: named('restaurant', {
    offered,
    hint: '(select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = t.organization_id)',
  }),
  actions: onOff('restaurant'),
});
