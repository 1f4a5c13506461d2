/** Every «no» of controlling food safety: numbers 3400–3449. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const controlRefusals = defineRefusals({
  SHEET_AHEAD: { errorcode: 3400, status: 200, message: '{period} 还没有到，不能填写' },
  SHEET_SIGNED: { errorcode: 3401, status: 200, message: '这张表已由{name}签名，要改请更正' },
  SHEET_NOT_SIGNED: { errorcode: 3402, status: 200, message: '这张表还没有签名，直接修改即可' },
  SHEET_INCOMPLETE: { errorcode: 3403, status: 200, message: '还有 {count} 项没有检查：{items}' },
  FINDING_UNTOLD: { errorcode: 3404, status: 200, message: '「{item}」不合格，请写明情况' },
  INSPECTION_AHEAD: { errorcode: 3405, status: 200, message: '巡检日期不能晚于今天' },
});
