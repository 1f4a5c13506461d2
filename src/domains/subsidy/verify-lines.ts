/** Which lines of 补贴明细 each number of 补贴核销汇总 adds up. Pure: the sheet's view and its proof share it. */

/** Kinds of line by column; what is left is the sum of all lines. */
export const verifyKinds = {
  grantedFen: ['GRANT', 'CARRY', 'RESTORE', 'ADJUST'],
  usedFen: ['USE', 'REFUND'],
  clearedFen: ['CLEAR', 'CLEAR_BACK'],
  returnedFen: ['RETURN', 'RETURN_BACK'],
  remainingFen: [],
} as const;

/** The search of a row's lines: its batches, and its own department or those the sheet was narrowed to. */
export function verifySearch(
  row: Readonly<Record<string, unknown>>,
  kinds: readonly string[],
): Record<string, unknown> {
  const some = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined);
  return {
    businessDate: null,
    batchId: some(row.batchIds),
    departmentId: some(row.within),
    ownDepartmentId: typeof row.departmentId === 'number' ? [row.departmentId] : undefined,
    lineKind: some(kinds),
  };
}
