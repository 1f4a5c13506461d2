/** Every «no» of money between units: numbers 3500–3599. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const settlementRefusals = defineRefusals({
  UNIT_BALANCE_LOW: {
    errorcode: 3500,
    status: 200,
    message: '{unit}的{purse}只有 {balance} 元，不够 {amount} 元',
    noted: true,
  },
  UNIT_WALLET_FROZEN: {
    errorcode: 3501,
    status: 200,
    message: '{unit}的资金账户已冻结，不能转出，请联系平台',
    noted: true,
  },
  STATEMENT_STALE: {
    errorcode: 3510,
    status: 200,
    message: '{no} 现在的应结金额是 {now} 元，与您看到的 {seen} 元不同，请重新核对后再确认',
    noted: true,
  },
  STATEMENT_MOVED: {
    errorcode: 3511,
    status: 200,
    message: '{no} 的日账有变动，金额将变为 {now} 元；一小时内自动更新，平台也可以「重新生成」，请核对新的金额再确认',
  },
  STATEMENT_CONFIRMED: { errorcode: 3512, status: 200, message: '{no} {side}已由{name}确认，等待另一方' },
  STATEMENT_SAME_PERSON: {
    errorcode: 3513,
    status: 200,
    message: '{no} 已由您以{side}的身份确认，不能再代表另一方确认，请由另一方的人员确认',
    noted: true,
  },
  STATEMENT_NOT_SIDE: { errorcode: 3514, status: 200, message: '{no} 由单位与承包商双方办理，您的身份不能{what}' },
  DISPUTE_DAYS: {
    errorcode: 3515,
    status: 200,
    message: '异议日期须在结算单期间 {from} 至 {to} 之内，且不早于开始日期',
  },
  DISPUTE_OPEN: { errorcode: 3516, status: 200, message: '{no} {why}' },
  STATEMENT_RED: {
    errorcode: 3517,
    status: 200,
    message: '{from} 至 {to} 还不能出结算单：{why}。处理完再生成，或填写说明后生成',
    noted: true,
  },
  STATEMENT_NO_DAYS: { errorcode: 3518, status: 200, message: '到 {to} 没有尚未结算的日账' },
  CLAIM_PAID_OVER: {
    errorcode: 3520,
    status: 200,
    message: '{no} 线下应付给{receiver}的还剩 {left} 元，不能登记 {amount} 元',
  },
  CLAIM_FLOW_USED: { errorcode: 3521, status: 200, message: '银行流水号 {flow} 已经登记过付款，请核对' },
  WITHDRAW_OVER: {
    errorcode: 3530,
    status: 200,
    message: '可提现 {free} 元，不能提现 {amount} 元',
    noted: true,
  },
  WITHDRAW_DAY_LIMIT: {
    errorcode: 3531,
    status: 200,
    message: '每天最多提现 {limit} 元，今天已申请 {used} 元，不能再提现 {amount} 元',
    noted: true,
  },
  WITHDRAW_TO: { errorcode: 3532, status: 200, message: '银行账户 {account} {why}，不能收款', noted: true },
  WITHDRAW_SECOND: {
    errorcode: 3533,
    status: 200,
    message: '{no} 超过 {limit} 元，须由初审以外的人复核；您已做初审，换一个身份也不行',
    noted: true,
  },
  WITHDRAW_CASHIER: {
    errorcode: 3534,
    status: 200,
    message: '{no} 由您{did}，打款须由没有经手过的出纳办理；换一个身份也不行',
    noted: true,
  },
  BANK_PASSWORD: { errorcode: 3540, status: 200, message: '登录密码不正确，没有提交', noted: true },
  BANK_ACCOUNT_KNOWN: { errorcode: 3541, status: 200, message: '账号 {account} 已经登记过' },
  TRANSFER_FLOW_USED: { errorcode: 3550, status: 200, message: '银行流水号 {flow} 已登记在 {no}，请核对' },
  PAYOUT_TWICE: {
    errorcode: 3551,
    status: 200,
    message: '{name} 在 24 小时内已有一笔同额打款 {no}，请核对后单独办理并勾选「确认不是重复」',
    noted: true,
  },
  SUB_RATIO_OVER: {
    errorcode: 3560,
    status: 200,
    message: '{date} 起各子账户比例合计 {ratio}，不能超过 100%',
    noted: true,
  },
  ADJUST_CLAIM: {
    errorcode: 3570,
    status: 200,
    message: '线下往来不经平台，只能与线下往来互调，不能变成平台上的钱',
    noted: true,
  },
  ADJUST_FLOAT: {
    errorcode: 3571,
    status: 200,
    message: '{no} 备付是就餐人可以退回的钱，现在最多调出 {room} 元',
    noted: true,
  },
  RISK_OVER: { errorcode: 3572, status: 200, message: '{unit}可提现 {free} 元，不能押 {amount} 元', noted: true },
  UNIT_KEY_REUSED: { errorcode: 3502, status: 200, message: '同一编号已记过另一笔账，请刷新后重试' },
});
