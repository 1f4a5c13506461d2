/** Every «no» of recharges and cash that is not the purse's: numbers 2600–2699. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const fundingRefusals = defineRefusals({
  PERSON_CLOSED: { errorcode: 2600, status: 200, message: '{name} 已销户或正在销户，不能办理' },
  REVERSE_SAME_DAY: {
    errorcode: 2601,
    status: 200,
    message: '只能冲正当天（营业日 {today}）的单据，该单属于 {day}；请改用退款',
  },
  CHANNEL_NO_USED: { errorcode: 2602, status: 200, message: '渠道流水号 {no} 已入账，不能重复充值' },
  REFUND_TOO_MUCH: { errorcode: 2610, status: 200, message: '主账户可退 {available} 元，申请 {wanted} 元' },
  REFUND_NOTHING: { errorcode: 2611, status: 200, message: '{name} 的主账户没有可退的余额' },
  REFUND_RACED: { errorcode: 2612, status: 200, message: '充值单 {no} 可退 {left} 元，本次 {wanted} 元，请重新申请' },
  REFUND_MOVED: { errorcode: 2614, status: 200, message: '退款单 {no} 已被处理，请刷新后再试' },
  REFUND_WAY: { errorcode: 2615, status: 200, message: '退款单 {no} 的方式为{way}，不能{action}' },
  REFUND_CHANNEL_ONLY: {
    errorcode: 2616,
    status: 200,
    message: '充值单 {no} 可原路退回 {available} 元，申请 {wanted} 元（余额按先充先用计算）',
  },
  CHANNEL_NOT_SET: { errorcode: 2617, status: 200, message: '未配置{channel}商户，不能发起' },
  NOTHING_TO_HAND_OVER: { errorcode: 2620, status: 200, message: '{name} 在营业日 {day} 没有未交班的现金' },
  CASH_DIFFERENCE: {
    errorcode: 2621,
    status: 200,
    message: '应交 {due} 元，实交 {counted} 元，{what} {difference} 元，须填写差额原因',
  },
  COUNTED_NEGATIVE: {
    errorcode: 2622,
    status: 200,
    message: '应交 {due} 元，实交 {counted} 元：应交不为负时实交不能为负',
  },
  BATCH_CHANGED: {
    errorcode: 2630,
    status: 200,
    message: '核对后情况有变：核对时 {before}，现在 {after}，请重新核对',
  },
  BATCH_EMPTY: { errorcode: 2632, status: 200, message: '没有可执行的人员，请查看未列入的原因' },
  BATCH_TWIN: {
    errorcode: 2634,
    status: 200,
    message:
      '人员和金额与批次 {no}（{at} {who}，{state}）完全相同：{count} 人 {amount}。确需再充一次，请作废本批，重新校验并填写说明',
  },
  ORDER_CREDITED: { errorcode: 2640, status: 200, message: '订单 {no} 已入账，不能重复入账' },
  CHANNEL_REFUSED: { errorcode: 2641, status: 200, message: '{channel}未能生成收款码：{why}' },
  PAID_MISMATCH: { errorcode: 2642, status: 200, message: '订单 {no} 金额不符：{detail}，未入账' },
  CHANNEL_SILENT: { errorcode: 2643, status: 200, message: '渠道没有应答，订单不能关闭，请稍后再查' },
  REVERSE_ONLINE: { errorcode: 2644, status: 200, message: '{no} 为线上支付，冲正不会退还付款人，请用第三方退款' },
  BILL_KIND: {
    errorcode: 2650,
    status: 200,
    message: '「{filename}」不是可核对的账单：{why}',
  },
  BILL_ROW: { errorcode: 2651, status: 200, message: '第 {row} 行：{why}，请上传渠道的原始文件' },
  BILL_CUT: { errorcode: 2652, status: 200, message: '账单不完整：{why}，请重新下载后再核对' },
  MERCHANT_OF_PLATFORM: {
    errorcode: 2673,
    status: 200,
    message: '{channel}商户号 {no} 已由平台收款，不能登记为单位的直连商户；请填写单位自己申请的商户号',
  },
  CALLBACK_FORGED: {
    errorcode: 2670,
    status: 200,
    message: '该通知验签未通过，不能重新处理；请用「线上充值补单」向渠道查询',
  },
  CALLBACK_STILL: { errorcode: 2671, status: 200, message: '订单 {no} 仍未能入账：{why}' },
  NOT_PAID: { errorcode: 2672, status: 200, message: '订单 {no} 向渠道查询：{said}，未入账' },
  BAD_PAY_CODE: { errorcode: 2660, status: 200, message: '无法识别的付款码，请出示微信或支付宝的付款码' },
  PAY_REFUSED: { errorcode: 2661, status: 200, message: '{channel}未扣款：{why}' },
  PAY_REVOKED: { errorcode: 2662, status: 200, message: '{channel}付款未完成，已撤销，没有扣款' },
  REVERSE_REFUNDING: { errorcode: 2645, status: 200, message: '{no} 已有退款单 {refund}，不能冲正' },
});
