import { bind } from '../../../../kit/server/page/binding.ts';
import '../../tables.ts';
import { orderLimit } from '../order-limit.ts';
import { savePurchaseSetting } from '../save-setting.ts';
import spec from './purchase_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ orderLimitFen: await orderLimit(ctx) }),
  update: (ctx, _id, values, before) => savePurchaseSetting(ctx, values, before),
});
