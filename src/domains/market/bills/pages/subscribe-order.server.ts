import { bind } from '../../../../kit/server/page/binding.ts';
import '../../tables.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './subscribe-order.page.ts';

export default bind(spec, {
  list: over(spec, 'subscribe_order as b', { columns: { orderid: 'b.order_no' } }),
});
