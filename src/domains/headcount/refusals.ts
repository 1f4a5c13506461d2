/** Every «no» of reporting meals: numbers 2750–2789. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const headcountRefusals = defineRefusals({
  MEAL_NOT_REPORTED: { errorcode: 2750, status: 200, message: '{type}的{meal}在 {date} 不需要报餐' },
  MEAL_NOT_OPEN: { errorcode: 2751, status: 200, message: '{date} {meal}还未开放报餐，{opens} 起可报' },
  MEAL_CLOSED: { errorcode: 2752, status: 200, message: '{date} {meal}已于 {closed} 截止' },
  DINER_NOT_NORMAL: { errorcode: 2753, status: 200, message: '{person}不是正常状态，不能报餐' },
  TOO_MANY_PORTIONS: { errorcode: 2754, status: 200, message: '每人每餐最多 {most} 份' },
  REPORTED_BEFORE: { errorcode: 2755, status: 200, message: '{person} {date} {meal}已报 {portions} 份' },
  MEAL_SETTLED: { errorcode: 2756, status: 200, message: '{date} {meal}已结算，不能再补报或撤报' },
  RULE_OVERLAPS: { errorcode: 2757, status: 200, message: '{meal}、{type}已由规则「{rule}」规定' },
  NOT_CANCELLABLE: { errorcode: 2758, status: 200, message: '该报餐已取消' },
  OWN_MEAL: { errorcode: 2759, status: 200, message: '不能豁免本人的扣费，请由他人办理' },
  MEAL_NOT_OVER: { errorcode: 2760, status: 200, message: '{date} {meal}尚未结束，{ends} 后才能结算' },
  NOT_BY_DEFAULT: { errorcode: 2761, status: 200, message: '{type}的{meal}须报了才吃，{person}没有报餐，不用取消' },
  SAID_BEFORE: { errorcode: 2762, status: 200, message: '{person} {date} {meal}已报餐或已取消' },
  DINER_AWAY: { errorcode: 2770, status: 200, message: '{person} {date} 已登记{absence}，销假后才能报餐' },
  ABSENCE_LATE: {
    errorcode: 2771,
    status: 200,
    message: '{date} 已过，补登缺勤须有补登权限、填写补登原因，且不超过 {days} 天',
  },
  BY_DEPARTMENT: { errorcode: 2773, status: 200, message: '{type}的{meal}由部门统一报餐，请联系部门负责人' },
  NOT_BY_COUNT: { errorcode: 2774, status: 200, message: '{date} {meal}没有「部门统一报餐」的规则，不能只报人数' },
  COUNTED_TWICE: {
    errorcode: 2775,
    status: 200,
    message: '{department}已报 {date} {meal}的人数；上下级部门只能由一处报，请先取消一处',
  },
  DINER_STOPPED: { errorcode: 2765, status: 200, message: '{person}停报至 {until}（{reason}），{date} 不能报餐' },
  GUEST_CODE: { errorcode: 2776, status: 200, message: '取餐码不正确、已使用或不是今天这家餐厅的' },
  GUESTS_TOO_EARLY: { errorcode: 2766, status: 200, message: '{no} 的{meal} {starts} 开餐，开餐后才能签收' },
  GUESTS_TOO_MANY: {
    errorcode: 2767,
    status: 200,
    message: '{no} 批准 {heads} 人，实到 {eaten} 人；请先改单并重新审批',
  },
  PAYROLL_OPEN: { errorcode: 2768, status: 200, message: '{no} 还是草稿，请先确认或作废' },
  PAYROLL_EMPTY: { errorcode: 2769, status: 200, message: '到 {until} 为止没有新的工资代扣' },
  MEAL_OVER: { errorcode: 2772, status: 200, message: '{date} {meal}已于 {ended} 结束，不能再换人' },
  NOTHING_TO_SETTLE: { errorcode: 2763, status: 200, message: '该日该餐没有截止的报餐，没有可结算的' },
  SETTLED_BEFORE: { errorcode: 2764, status: 200, message: '{date} {meal}已结算' },
});
