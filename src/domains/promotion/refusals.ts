/** Every «no» of activities: numbers 3750–3799. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const promotionRefusals = defineRefusals({
  // Asked and answered within a swipe: nobody sees it.
  OFFER_GONE: { errorcode: 3750, status: 200, message: '优惠已被占用' },
  BUDGET_BELOW: { errorcode: 3751, status: 200, message: '「{name}」已占用预算 {used} 元，预算不能低于它' },
  BUDGET_SHORT: {
    errorcode: 3752,
    status: 200,
    message: '发给 {count} 人共需 {need} 元，「{name}」的预算只剩 {left} 元；请减少张数或先提高预算',
  },
  NOT_SERVED: { errorcode: 3753, status: 200, message: '没有在服务「{unit}」，请从单位中去掉' },
  ACCOUNTS_CLOSED: {
    errorcode: 3754,
    status: 200,
    message: '「{unit}」没有向本公司开放就餐人账户，不能办充值赠送；请单位在合同里开放，或从单位中去掉',
  },
  NOBODY_FOUND: { errorcode: 3755, status: 200, message: '「{unit}」没有符合条件的就餐人，请换一种发放对象' },
  NOT_AGREED: { errorcode: 3756, status: 200, message: '「{unit}」还没有同意承担费用，不能发券' },
});
