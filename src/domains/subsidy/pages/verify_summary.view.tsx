/** 补贴核销汇总: each number opens the lines of its own kind. */
import { Link } from '../../../kit/console/nav/link.tsx';
import { type CellProps, view } from '../../../kit/console/view.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';

const detail = '/admin/organization/subsidy/detail';

/** Lines of the row's batch or department, of these kinds. */
function linesOf(row: CellProps['row'], kinds: string): { path: string; query: Record<string, string> } {
  const query: Record<string, string> = { businessDate: '*' };
  if (typeof row.batchId === 'number') query.batchId = String(row.batchId);
  if (typeof row.departmentId === 'number') query.departmentId = String(row.departmentId);
  if (kinds) query.lineKind = kinds;
  return { path: detail, query };
}

const opens =
  (kinds: string, title: string) =>
  ({ row, value }: CellProps) =>
    typeof value !== 'number' || value === 0 ? (
      <MoneyText fen={typeof value === 'number' ? value : null} />
    ) : (
      <Link className="k-drill" to={linesOf(row, kinds)} title={title}>
        <MoneyText fen={value} />
      </Link>
    );

function People({ row, value }: CellProps) {
  return (
    <Link className="k-drill" to={linesOf(row, 'GRANT,CARRY,RESTORE')} title="发放明细">
      <span className="k-num">{String(value)} 人</span>
    </Link>
  );
}

export default view({
  cells: {
    people: People,
    grantedFen: opens('GRANT,CARRY,RESTORE,ADJUST', '发放明细'),
    usedFen: opens('USE,REFUND', '使用与消费退回明细'),
    clearedFen: opens('CLEAR,RESTORE', '清零明细'),
    returnedFen: opens('RETURN,RETURN_BACK', '退补贴明细'),
    remainingFen: opens('', '全部流水'),
  },
});
