/** 预算汇总: what was used opens its lines — grants and returns of the month, or its meals. */
import { Link } from '../../../kit/console/nav/link.tsx';
import { type CellProps, view } from '../../../kit/console/view.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { monthDays } from '../rules/words.ts';

function Used({ row, value }: CellProps) {
  if (typeof value !== 'number' || value === 0) return <MoneyText fen={typeof value === 'number' ? value : null} />;
  const query: Record<string, string> = { businessDate: monthDays(String(row.month)).join(',') };
  if (row.kind === 'MEAL') query.group = 'department';
  else {
    query.lineKind = 'GRANT,RETURN,RETURN_BACK';
    if (typeof row.departmentId === 'number') query.departmentId = String(row.departmentId);
  }
  const path = row.kind === 'MEAL' ? '/admin/organization/consume_summary' : '/admin/organization/subsidy/detail';
  return (
    <Link className="k-drill" to={{ path, query }} title="明细">
      <MoneyText fen={value} />
    </Link>
  );
}

export default view({ cells: { usedFen: Used } });
