import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import '../../tables.ts';
import { checkMerchant } from '../check-merchant.ts';
import spec from './merchant.page.ts';

const crud = tableCrud(spec, {
  table: 'direct_merchant',
  nameField: 'merchantNo',
  owner: () => ({}),
  check: checkMerchant,
  unique: { direct_merchant_no: 'merchantNo', direct_merchant_unit: 'channel' },
});

export default bind(spec, {
  list: over(spec, 'direct_merchant as m', { version: true }),
  create: async (ctx, values) => {
    const made = await crud.create(ctx, values);
    if (!isRefusal(made)) ctx.services.pay.direct?.forget();
    return made;
  },
  update: async (ctx, id, values, before) => {
    const changed = await crud.update(ctx, id, values, before);
    if (!isRefusal(changed)) ctx.services.pay.direct?.forget();
    return changed;
  },
});
