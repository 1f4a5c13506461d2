/** Every «no» of units, places and contracts: numbers 2200–2299. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const tenancyRefusals = defineRefusals({
  MEAL_OVERLAP: { errorcode: 2200, status: 200, message: '与餐次「{meal}」{start}–{end} 时间重叠' },
  MEAL_ORDER: { errorcode: 2201, status: 200, message: '结束时间必须晚于开始时间' },
  MEAL_TOO_EARLY: { errorcode: 2202, status: 200, message: '营业日从 04:00 开始，凌晨的餐次请写成 24:00 至 28:00' },
  NO_DEFAULT_MEALS: {
    errorcode: 2203,
    status: 200,
    message: '没有可采用的默认餐次：承包商尚未设置，或都与本单位餐次重叠',
  },
  NO_CONTRACT: { errorcode: 2210, status: 200, message: '与{unit}没有生效的合同，请先在承包点管理中签约' },
  PARTNER_UNKNOWN: { errorcode: 2211, status: 200, message: '没有名称为「{name}」的{what}，请核对营业执照上的全称' },
  SCHOOL_CHECK: {
    errorcode: 2212,
    status: 200,
    message: '学校签约前须核实：农村义务教育学校食堂不得对外承包。请勾选核实后再生效',
  },
  RESTAURANT_TAKEN: { errorcode: 2213, status: 200, message: '餐厅「{name}」已在另一份生效合同中' },
  CONTRACT_OVER: { errorcode: 2214, status: 200, message: '合同止期 {date} 已过，不能生效' },
  CONTRACT_FIXED: { errorcode: 2215, status: 200, message: '合同状态为「{state}」，只有草稿可以修改' },
  DATES_TURNED: { errorcode: 2216, status: 200, message: '止期不能早于起期' },
  RESTAURANT_NEEDED: { errorcode: 2217, status: 200, message: '请选择部署点所属的餐厅' },
  REGION_LEVEL: { errorcode: 2220, status: 200, message: '{detail}' },
  REGION_IN_USE: { errorcode: 2221, status: 200, message: '该区划有下级，不能删除，可改为停用' },
  SPLIT_NEEDS_ALL: {
    errorcode: 2223,
    status: 200,
    message: '按充值分账须由这份合同经营单位的全部餐厅，餐厅「{name}」不在其中；请加入它，或改为按消费分账',
  },
  RATIO_OVER: {
    errorcode: 2224,
    status: 200,
    message: '单位分成 {share} 与平台手续费率 {fee} 合计超过 100%，承包商应得会小于零；请调低其中一个',
  },
  NOTICE_TO_NOBODY: { errorcode: 2222, status: 200, message: '「{title}」没有可发送的单位：只能发给合同生效中的单位' },
});
