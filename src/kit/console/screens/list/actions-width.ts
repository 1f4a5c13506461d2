/** Width of the column that fits its widest row, in px. */
export function actionsWidth(labels: readonly (readonly string[])[]): number {
  const widest = labels.map((row) => row.reduce((w, label) => w + [...label].length * 13 + 12, 0));
  return Math.max(64, Math.min(260, Math.max(0, ...widest) + 16));
}
