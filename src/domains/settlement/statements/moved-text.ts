/** What writing a statement anew has changed, in words: the amount, then each day of it. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { LineChange, LineKind } from './figures.ts';
import { lineKinds } from './statement-states.ts';

const said = (kind: LineKind) => (kind === 'DAY' ? '' : ` ${lineKinds.find(({ value }) => value === kind)!.label}`);

function lineText({ kind, date, beforeFen, afterFen }: LineChange): string {
  const what = `${date}${said(kind)}`;
  if (beforeFen === null) return `${what} 新增 ${formatFenGrouped(afterFen ?? 0)}`;
  if (afterFen === null) return `${what} 去掉 ${formatFenGrouped(beforeFen)}`;
  if (beforeFen === afterFen) return `${what} 构成有变`;
  return `${what} ${formatFenGrouped(beforeFen)} → ${formatFenGrouped(afterFen)}`;
}

export function movedText(beforeFen: number, afterFen: number, changes: readonly LineChange[]): string {
  const amount = `应结 ${formatFenGrouped(beforeFen)} → ${formatFenGrouped(afterFen)} 元`;
  return [amount, ...changes.map(lineText)].join('；');
}
