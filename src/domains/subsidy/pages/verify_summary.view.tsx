/** 补贴核销汇总: each number opens the lines of its own kind. */
import { Link } from '../../../kit/console/nav/link.tsx';
import { searchQuery } from '../../../kit/console/screens/logic/search-url.ts';
import { type CellProps, view } from '../../../kit/console/view.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { verifyKinds, verifySearch } from '../verify-lines.ts';

/** Lines of the row's batches and department, of these kinds. */
const linesOf = (row: CellProps['row'], kinds: readonly string[]) => ({
  path: '/admin/organization/subsidy/detail',
  query: searchQuery(verifySearch(row, kinds)),
});

const opens =
  (kinds: readonly string[], title: string) =>
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
    <Link className="k-drill" to={linesOf(row, verifyKinds.grantedFen)} title="发放明细">
      <span className="k-num">{String(value)} 人</span>
    </Link>
  );
}

export default view({
  cells: {
    people: People,
    grantedFen: opens(verifyKinds.grantedFen, '发放明细'),
    usedFen: opens(verifyKinds.usedFen, '使用与消费退回明细'),
    clearedFen: opens(verifyKinds.clearedFen, '清零明细'),
    returnedFen: opens(verifyKinds.returnedFen, '退补贴明细'),
    remainingFen: opens(verifyKinds.remainingFen, '全部流水'),
  },
});
