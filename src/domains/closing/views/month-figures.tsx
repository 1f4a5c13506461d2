/** The month's totals in large digits, each opening its lines, with their identity. */

import { Link } from '../../../kit/console/nav/link.tsx';
import { searchQuery } from '../../../kit/console/screens/logic/search-url.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { ledgerPath } from '../../funding/public.ts';
import type { MonthDays, MonthTotals } from '../closing-state.ts';
import { monthSearch } from '../month/month-lines.ts';

export function MonthFigures({ totals, days }: { totals: MonthTotals; days: MonthDays }) {
  const t = totals;
  const cells: [keyof MonthTotals, string, string][] = [
    ['openingFen', '期初余额', formatFenGrouped(t.openingFen)],
    ['incomingFen', '充值存款', `+${formatFenGrouped(t.incomingFen)}`],
    ['grantedFen', '补贴发放', `+${formatFenGrouped(t.grantedFen)}`],
    ['consumedFen', '账户消费', formatFenGrouped(0 - t.consumedFen)],
    ['paidOutFen', '退款取款', formatFenGrouped(0 - t.paidOutFen)],
    ['takenBackFen', '清零与退补贴', formatFenGrouped(0 - t.takenBackFen)],
    ['otherFen', '其他', formatFenGrouped(t.otherFen)],
    ['closingFen', '期末余额', formatFenGrouped(t.closingFen)],
  ];
  const sum = t.openingFen + t.incomingFen + t.grantedFen - t.consumedFen - t.paidOutFen - t.takenBackFen + t.otherFen;
  return (
    <>
      <div className="cl-totals">
        {cells.map(([key, label, value]) => (
          <div key={key} className={key === 'closingFen' ? 'cl-end' : ''}>
            <span>{label}（元）</span>
            <b>
              {t[key] === 0 ? (
                value
              ) : (
                <Link
                  className="k-drill"
                  to={{ path: ledgerPath, query: searchQuery(monthSearch(key, days)) }}
                  title={`${label}的账户流水`}
                >
                  <span className={value.startsWith('-') ? 'k-negative' : ''}>{value}</span>
                </Link>
              )}
            </b>
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
