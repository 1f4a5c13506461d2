/** Every «no» of tracing: numbers 3480–3499. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const traceRefusals = defineRefusals({
  NOBODY_SICK: { errorcode: 3480, status: 200, message: '请至少填写一名患者' },
  NAME_UNCLEAR: { errorcode: 3481, status: 200, message: '第 {row} 行「{who}」有 {count} 人同名，请改用工号' },
  TRACE_WINDOW: { errorcode: 3482, status: 200, message: '{why}' },
  CASE_CLOSED: { errorcode: 3483, status: 200, message: '{caseNo} 已结案，须先重新打开' },
  CASE_NAMELESS: {
    errorcode: 3485,
    status: 200,
    message: '{caseNo} 结案满两年，姓名已隐去，不能再打开或导出；以当时导出的资料为准',
  },
  PERSON_TWICE: { errorcode: 3484, status: 200, message: '{name} 已在本案中' },
});
