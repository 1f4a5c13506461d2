/** The month's totals in large digits, with their identity. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { MonthTotals } from '../closing-state.ts';

export function MonthFigures({ totals }: { totals: MonthTotals }) {
  const t = totals;
  const cells: [string, string, boolean][] = [
    ['期初余额', formatFenGrouped(t.openingFen), false],
    ['充值存款', `+${formatFenGrouped(t.incomingFen)}`, false],
    ['补贴发放', `+${formatFenGrouped(t.grantedFen)}`, false],
    [`消费净额 ${t.tradeCount.toLocaleString('zh-CN')} 笔`, formatFenGrouped(0 - t.consumedFen), false],
    ['退款取款', formatFenGrouped(0 - t.paidOutFen), false],
    ['清零与退补贴', formatFenGrouped(0 - t.takenBackFen), false],
    ['其他', formatFenGrouped(t.otherFen), false],
    ['期末余额', formatFenGrouped(t.closingFen), true],
  ];
  const sum = t.openingFen + t.incomingFen + t.grantedFen - t.consumedFen - t.paidOutFen - t.takenBackFen + t.otherFen;
  return (
    <>
      <div className="cl-totals">
        {cells.map(([label, value, end]) => (
          <div key={label} className={end ? 'cl-end' : ''}>
            <span>{label}（元）</span>
            <b>{value}</b>
          </div>
        ))}
      </div>
      <p className={sum === t.closingFen ? 'cl-ok' : 'cl-bad'} style={{ margin: '10px 0 0' }}>
        {sum === t.closingFen
          ? `✓ 期末余额 ${formatFenGrouped(t.closingFen)} = 期初 + 收入 − 支出`
          : `✗ 期末余额与各项相差 ${formatFenGrouped(t.closingFen - sum)} 元`}
      </p>
    </>
  );
}
