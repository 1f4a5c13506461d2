/** 主账户订单 over the view of all kinds of orders. */

import { text } from '../../../../kit/define/field.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing, oneRecord } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { personOr } from '../../../people/public.server.ts';
import { checkBill } from '../../bill/check-bill.ts';
import { checkSheet, latestChecks, oneCheck } from '../../bill/read-checks.ts';
import { closePayment, queryPayment } from '../../pay/online-order.ts';
import spec from './main-account-order.page.ts';

export default bind(spec, {
  list: over(spec, 'main_account_order as o', {
    inner: ['personId as p'],
    where: { keyword: personOr('o.order_no') },
  }),
  outsideTransaction: ['ask', 'close', 'bill_check'],
  actions: {
    ask: async (ctx, { ids }) => {
      const asked = await queryPayment(ctx.services, ownOrganization(ctx), ids[0]!);
      return isRefusal(asked) ? asked : null;
    },
    close: (ctx, { ids }) => closePayment(ctx.services, ownOrganization(ctx), ids[0]!),
  },
  reads: ['bill_checks', 'bill_found', 'bill_sheet'],
  bodies: {
    bill_check: { fileKey: text('/api/upload 返回的 key', { required: true }) },
    bill_checks: nothing,
    bill_found: oneRecord,
    bill_sheet: oneRecord,
  },
  verbs: {
    bill_check: (ctx, { fileKey }) =>
      typeof fileKey === 'string' ? checkBill(ctx, fileKey) : Promise.resolve(refuseField('fileKey', '请上传账单文件')),
    bill_checks: (ctx) => latestChecks(ctx),
    bill_found: (ctx, { id }) => oneCheck(ctx, id),
    bill_sheet: (ctx, { id }) => checkSheet(ctx, id),
  },
});
