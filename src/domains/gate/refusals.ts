/** Every «no» of gates: numbers 3250–3299. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const gateRefusals = defineRefusals({
  DISTRICT_CYCLE: { errorcode: 3250, status: 200, message: '上级区域不能是自己或自己的下级' },
  DISTRICT_ELSEWHERE: {
    errorcode: 3251,
    status: 200,
    message: '上级区域「{parent}」属于另一个餐厅，请选择同一餐厅的区域',
  },
  NOT_A_DOOR: { errorcode: 3253, status: 200, message: '设备「{device}」没有设为任何区域的门' },
  NOBODY_IN: { errorcode: 3254, status: 200, message: '这样保存后，未来一周谁都进不了这个区域' },
  DOOR_RULES_LARGE: {
    errorcode: 3255,
    status: 200,
    message: '「{district}」的规则有 {size} KiB，门最多放 64 KiB：请减少指名的人员，或改为按类别、部门',
  },
  WEEK_REFUSED: {
    errorcode: 3256,
    status: 200,
    message: '按新规则，上周放行的 {passages} 次（{people} 人：{whom}）会被拒绝，没有保存',
  },
  DOOR_TAKEN: { errorcode: 3252, status: 200, message: '设备「{device}」已是「{district}」的门，请先在那里移除' },
});
