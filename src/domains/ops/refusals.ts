/** Refusals of the shell's own calls, errorcodes 2700–2749. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const opsRefusals = defineRefusals({
  TOO_MANY_VIEWS: { errorcode: 2700, status: 200, message: '每个页面最多保存 {limit} 个常用查询，请先删除不用的' },
});
