/** Every «no» of the kitchen: numbers 3300–3349. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const kitchenRefusals = defineRefusals({
  WORKER_TWICE: { errorcode: 3300, status: 200, message: '{person}已是{restaurant}的后厨人员' },
  WORKER_LEFT: { errorcode: 3301, status: 200, message: '{person}已离岗，不能{action}' },
  CERTIFICATE_TOO_LONG: { errorcode: 3302, status: 200, message: '健康证有效期最长一年，到期日期应不晚于 {latest}' },
  CERTIFICATE_OWN: { errorcode: 3303, status: 200, message: '{name}是本人的健康证，须由另一人确认' },
  CHECK_OWN: { errorcode: 3304, status: 200, message: '不能登记或处理本人的晨检，请由另一位食品安全员办理' },
  CHECK_FUTURE: { errorcode: 3305, status: 200, message: '晨检时间不能晚于现在' },
  CHECK_TOO_OLD: { errorcode: 3306, status: 200, message: '晨检最多补登 {days} 天' },
  OFF_DUTY: { errorcode: 3307, status: 200, message: '{person}因{why}停岗，请先凭证明复岗再检' },
  NOT_OFF_DUTY: { errorcode: 3308, status: 200, message: '{person}没有停岗，不用复岗' },
  SHIFT_PASSED: { errorcode: 3309, status: 200, message: '{person} {day} 的班次已开始晨检或已结束，不能改' },
  SHIFT_UNKNOWN: { errorcode: 3310, status: 200, message: '没有「{shift}」这个班次' },
  NITRITE: { errorcode: 3311, status: 200, message: '餐饮服务单位禁止采购、贮存、使用亚硝酸盐，不能登记' },
  CORRECTED_BEFORE: { errorcode: 3312, status: 200, message: '这条记录已更正过，请更正最新的一条' },
  NO_KITCHEN_DEVICE: { errorcode: 3314, status: 200, message: '所选设备不是后厨使用中的门禁、晨检仪或留样柜' },
  NOBODY_TO_SEND: { errorcode: 3315, status: 200, message: '还没有在岗的后厨人员' },
});
