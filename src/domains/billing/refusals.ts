/** Every «no» of what units owe the platform: numbers 3650–3749. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const billingRefusals = defineRefusals({
  BILL_FREE_LOW: {
    errorcode: 3650,
    status: 200,
    message: '{no} 应付 {amount} 元，可用余额只有 {free} 元；请扫码支付或转账后登记',
    noted: true,
  },
  BILL_FLOW_USED: { errorcode: 3651, status: 200, message: '银行流水号 {flow} 已登记过付款，请核对' },
  BILL_TRANSFER_WAITS: {
    errorcode: 3652,
    status: 200,
    message: '{no} 已登记一笔转账，等平台确认；如登记有误，请先撤回',
  },
  BILL_CHANNEL_OFF: { errorcode: 3653, status: 200, message: '平台还没有开通{channel}收款，请用余额或转账支付' },
  BILL_CHANNEL_NO: { errorcode: 3654, status: 200, message: '{channel}没有生成付款码：{why}，请换一种方式支付' },
  BILL_CHANNEL_SILENT: { errorcode: 3655, status: 200, message: '渠道没有应答，结果未知；请稍后再查询，不要重复付款' },
  BILL_NOT_PAYER: { errorcode: 3656, status: 200, message: '{no} 由付款单位自己支付，您的身份不能办理' },
  BILL_NOT_PLATFORM: { errorcode: 3657, status: 200, message: '{no} 由平台办理，您的身份不能{what}' },
  APPLICATION_NOT_SOLD: { errorcode: 3660, status: 200, message: '「{name}」没有在售，不需要单独开通' },
  SERVICE_ORDER_WAITS: { errorcode: 3661, status: 200, message: '账单 {no} 还没有付款，请先付款或取消' },
  TRIAL_USED: { errorcode: 3662, status: 200, message: '「{name}」不提供试用，或本单位已经试用、开通过' },
  CLOSE_EARLY: { errorcode: 3663, status: 200, message: '「{name}」只读满 {days} 天才能关闭（{on} 起）' },
  APPLICATION_NO_PRICE: { errorcode: 3664, status: 200, message: '请先填写「{name}」的年价再上架' },
  FEE_NO_TRANSFER: { errorcode: 3670, status: 200, message: '{no} 没有待确认的转账' },
  DEVICE_GOODS_OFF: { errorcode: 3680, status: 200, message: '第 {no} 行商品已停售，请删除后再提交' },
  DEVICE_GOODS_SHORT: { errorcode: 3681, status: 200, message: '「{name}」可售 {free}，不够 {qty}' },
  PURCHASE_SHIPPED: { errorcode: 3682, status: 200, message: '{no} 已经发货，请办理退货，不能作废账单' },
  SERVICE_READ_ONLY: {
    errorcode: 3665,
    status: 200,
    message: '「{name}」已于 {on} 到期，现在只能查询、导出和打印。请在「应用」页续费，或联系{whom}',
  },
  SERVICE_CLOSED: {
    errorcode: 3666,
    status: 200,
    message: '没有开通「{name}」或已关闭，数据保留。请在「应用」页开通，需要导出数据请联系{whom}',
  },
});
