/** Every «no» of what units owe the platform: numbers 3650–3749. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const billingRefusals = defineRefusals({
  BILL_FREE_LOW: {
    errorcode: 3650,
    status: 200,
    message: '{no} 应付 {amount} 元，可用余额只有 {free} 元；请扫码支付或转账后登记',
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
});
