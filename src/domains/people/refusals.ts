/** Every «no» of the people domain: code, number 2300–2399, and a message naming who or what stands in the way. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const peopleRefusals = defineRefusals({
  CARD_NO_TAKEN: { errorcode: 2300, status: 200, message: '卡号「{cardNo}」{holder}，不能重复发放' },
  HAS_CARD: {
    errorcode: 2301,
    status: 200,
    message: '{name} 已持有卡片 {cardNo}（{state}），请先退卡，或办理补卡、换卡',
  },
  CARD_STATE: { errorcode: 2302, status: 200, message: '卡片当前为「{state}」，不能{action}' },
  NO_CARD: { errorcode: 2303, status: 200, message: '{name} 没有可{action}的卡片' },
  PERSON_STATE: { errorcode: 2304, status: 200, message: '{name} 当前为「{state}」，不能{action}' },
  BALANCE_NOT_ZERO: {
    errorcode: 2305,
    status: 200,
    message: '{name} 的账户尚有余额 {balance} 元（冻结 {held} 元），清退后才能销户',
  },
  JOB_NUMBER_TAKEN: { errorcode: 2306, status: 200, message: '工号「{jobNumber}」已属于 {name}' },
  JOB_NUMBER_VOID: { errorcode: 2307, status: 200, message: '工号「{jobNumber}」已作废，请先恢复' },
  DEPARTMENT_CYCLE: { errorcode: 2308, status: 200, message: '上级部门不能是自己或自己的下级' },
  DEPARTMENT_TOO_DEEP: { errorcode: 2309, status: 200, message: '部门最多 {levels} 级' },
  DEPOSIT_LEFT: {
    errorcode: 2310,
    status: 200,
    message: '{name} 的卡片 {cardNo} 尚有押金 {deposit} 元，请先退卡退押金',
  },
  NO_PERSON_TYPE: { errorcode: 2311, status: 200, message: '还没有可用的人员类别，请先新增人员类别' },
  DEFAULT_TYPE: { errorcode: 2312, status: 200, message: '「{name}」是默认类别，请先将其他类别设为默认' },
  OVERDRAWN: {
    errorcode: 2314,
    status: 200,
    message: '「{name}」有 {count} 人的透支超过 {limit} 元，充值后才能降低透支额',
  },
  OUT_OF_REACH: { errorcode: 2313, status: 200, message: '您的数据范围为指定部门，请选择范围内的部门' },
});
