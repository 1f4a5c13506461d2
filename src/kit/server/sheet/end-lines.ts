/** Lines under a table that are no rows of it: totals, who made it, what to heed. */

/** A last line of totals, as our exports and most people's own tables end with. */
const totals = /^[合总共]\s*计(?:$|[:：\s\d].*)/;
/** `制表人：张三`, `注：…`, and the identity our exports write below their totals. */
const remark =
  /^(?:核对|注|备注|说明|[^:：]{0,8}(?:说明|提示|注意|制表|填表|填报|审核|复核|审批|负责|经办|盖章|日期)[^:：]{0,8})[:：]/;

const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '');

export const isTotals = (cells: readonly string[]): boolean => totals.test(filled(cells)[0] ?? '');

/** `after` a line under the table one cell alone goes on with it. */
export function isRemark(cells: readonly string[], after: boolean): boolean {
  const own = filled(cells);
  return own.every((cell) => remark.test(cell)) || (after && own.length === 1 && cells.length === 1);
}
