/** 人脸信息统计: each number opens the people of that state; the stock of faces stands over the table with its threshold. */
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { type CellProps, type SlotProps, view } from '../../../kit/console/view.ts';
import type { FaceStatus } from '../face-states.ts';

const living = 'PENDING,NORMAL,SUSPENDED,CLOSING';

/** The lines behind a number: those in the department itself, which has rows of its own below it, of the same types. */
function Lines({ row, value, path, query }: CellProps & { path: string; query: Record<string, string> }) {
  if (!value) return <span className="k-muted">0</span>;
  const types = row.filteredTypes as number[] | undefined;
  const filter: Record<string, string> = types?.length ? { typeId: types.join(',') } : {};
  return (
    <Link to={{ path, query: { ownDepartmentId: String(row.departmentId ?? 0), ...filter, ...query } }}>
      {String(value)}
    </Link>
  );
}

function People({ faceStatus, ...cell }: CellProps & { faceStatus?: FaceStatus }) {
  const query: Record<string, string> = faceStatus ? { faceStatus, status: living } : { status: living };
  return <Lines {...cell} path="/admin/organization/user" query={query} />;
}

const pushes = '/admin/organization/user/push';
const Delivered = (props: CellProps) => <Lines {...props} path={pushes} query={{ targetType: 'FACE', status: 'OK' }} />;
const Failed = (props: CellProps) => (
  <Lines {...props} path={pushes} query={{ targetType: 'FACE', status: 'FAILED,EXPIRED' }} />
);
const Missing = (props: CellProps) => <People {...props} faceStatus="NONE" />;
const Pending = (props: CellProps) => <People {...props} faceStatus="PENDING_CONSENT" />;
const Collected = (props: CellProps) => <People {...props} faceStatus="OK" />;
const Rejected = (props: CellProps) => <People {...props} faceStatus="REJECTED" />;
const Withdrawn = (props: CellProps) => <People {...props} faceStatus="WITHDRAWN" />;
const Deleted = (props: CellProps) => <People {...props} faceStatus="DELETED" />;

function Stock({ path, rows }: SlotProps) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'stored', rows],
    queryFn: () => post<{ stored: number; threshold: number }>(path, 'stored', {}),
  });
  if (!data) return null;
  const { stored, threshold } = data;
  return (
    <Alert
      type={stored >= threshold ? 'warning' : 'info'}
      style={{ marginBottom: 12 }}
      title={
        stored >= threshold
          ? `已存储人脸 ${stored} 人，达到 ${threshold} 人：须在 30 个工作日内向省级以上网信部门备案`
          : `已存储人脸 ${stored} 人；达到 ${threshold} 人时须向网信部门备案。人脸不得作为唯一的就餐方式，未经单独同意不采集。`
      }
    />
  );
}

export default view({
  cells: {
    total: People,
    delivered: Delivered,
    failed: Failed,
    missing: Missing,
    pending: Pending,
    collected: Collected,
    rejected: Rejected,
    withdrawn: Withdrawn,
    deleted: Deleted,
  },
  slots: { aboveTable: Stock },
});
