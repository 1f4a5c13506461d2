/** Person types with an empty list of sites said in words. */
import { type CellProps, view } from '../../../kit/console/view.ts';

function Sites({ row }: CellProps) {
  const names = (row.deploySiteNames ?? []) as string[];
  return names.length === 0 ? (
    <span className="k-muted">全部部署点</span>
  ) : (
    <span title={names.join('、')}>{names.join('、')}</span>
  );
}

export default view({ cells: { deploySiteIds: Sites } });
