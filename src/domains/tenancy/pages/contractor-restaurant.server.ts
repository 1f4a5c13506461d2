import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { ownContractor } from '../own-contractor.ts';
import { requireContract, restaurantList } from '../restaurant-list.ts';
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
    // The session knows its restaurants; it is to know the new one at once.
    ctx.services.sessionCache.forget(ctx.session.accountId);
    return made;
  },
  update,
  actions: {
    enable: setColumn('restaurant', 'status', 'NORMAL', '启用'),
    disable: setColumn('restaurant', 'status', 'DISABLED', '停用'),
  },
});
