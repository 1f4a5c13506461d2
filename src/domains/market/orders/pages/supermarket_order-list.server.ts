import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { handAs } from '../hand-as.ts';
import { orderByList } from '../order-list.ts';
import spec from './supermarket_order-list.page.ts';

export default bind(spec, {
  list: over(spec, 'shop_order_sheet as l', { columns: { deliveryWay: null, address: null, table: null } }),
  create: (ctx, values) =>
    orderByList(
      ctx,
      spec.fields.table,
      {
        organizationId: values.organizationId!,
        deliveryDate: values.deliveryDate!,
        deliveryWay: values.deliveryWay!,
        address: values.address ?? '',
        table: String(values.table),
        requestKey: ctx.requestKey ?? ctx.services.random.token(12),
      },
      (personId) => handAs(ctx, '名单下单', personId),
    ),
  outcomes: {
    create: async () => ({ lines: [['货款', '逐人从本人账户冻结，称重商品多冻结一成；签收时按实际金额扣款']] }),
  },
  outsideTransaction: ['create'],
});
