import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { channelNames } from '../../../funding/public.server.ts';
import '../../tables.ts';
import { registerMerchant } from '../register-merchant.ts';
import spec from './bill_merchant.page.ts';

export default bind(spec, {
  list: over(spec, 'bill_merchant as m', { version: true }),
  notice: async (ctx) => {
    const set = (['WECHAT', 'ALIPAY'] as const).flatMap((channel) => {
      const provider = ctx.services.pay.provider(channel);
      return provider ? [`${channelNames[channel]} ${provider.merchantNo}`] : [];
    });
    return {
      tone: 'info',
      text: `没有登记的商户号，账单整份不收。系统配置的（${set.join('、') || '没有'}）与「直连商户」里的不必登记；支付宝账单写的是账号，不是应用号，要登记一次。`,
    };
  },
  create: registerMerchant,
  actions: onOff('bill_merchant', 'merchantNo'),
});
