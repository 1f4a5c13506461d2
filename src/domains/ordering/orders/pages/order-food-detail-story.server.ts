/** 经过 of an order. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './order-food-detail-story.page.ts';

export default bind(spec, {
  list: over(spec, 'meal_order_event as e', {
    from: (db) =>
      db
        .selectFrom('meal_order_event as e')
        .innerJoin('meal_order as o', (on) =>
          on.onRef('o.organization_id', '=', 'e.organization_id').onRef('o.id', '=', 'e.order_id'),
        ),
  }),
});
