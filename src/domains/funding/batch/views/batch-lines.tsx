/** The lines of a batch: those that run, and those that were left out or failed, with the sheet of the latter. */
import type { TableColumnsType } from 'antd';
import { GroupedLines } from '../../../../kit/console/batch/grouped-lines.tsx';
import { DownloadButton } from '../../../../kit/console/widgets/download-button.tsx';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import type { BatchHead } from './batch-head.ts';

interface Line {
  lineNo: number;
  jobNumber: string;
  personName: string;
  amountFen: number;
  documentNo: string | null;
  reason: string;
  status: string;
}

const lineStatuses = [
  { value: 'LEFT_OUT', label: '未列入', tone: 'warning' },
  { value: 'PENDING', label: '待执行', tone: 'info' },
  { value: 'DONE', label: '成功', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
] as const;

const columns: TableColumnsType<Line> = [
  { title: '行号', dataIndex: 'lineNo', width: 70 },
  { title: '工号', dataIndex: 'jobNumber', width: 130 },
  { title: '姓名', dataIndex: 'personName', width: 120 },
  {
    title: '金额（元）',
    dataIndex: 'amountFen',
    align: 'right',
    width: 120,
    render: (fen: number) => <MoneyText fen={fen} />,
  },
  {
    title: '结果',
    dataIndex: 'status',
    width: 90,
    render: (value: string) => <StatusTag choices={lineStatuses} value={value} />,
  },
  { title: '原因 / 单号', render: (_, line) => line.reason || line.documentNo || '—' },
];

export function BatchLines({ path, head }: { path: string; head: BatchHead }) {
  const good = head.totalCount - head.failCount;
  const bad = head.leftOutCount + head.failCount;
  return (
    <GroupedLines<Line, 'good' | 'bad'>
      key={head.status}
      path={path}
      id={head.id}
      stamp={`${head.status}:${head.okCount}`}
      groups={[
        { value: 'good', label: `可执行 ${good} 人`, count: good },
        { value: 'bad', label: `未列入与失败 ${bad} 人`, count: bad },
      ]}
      first={head.failCount > 0 ? 'bad' : 'good'}
      rowKey="lineNo"
      columns={() => columns}
      aside={() => (
        <DownloadButton type="link" disabled={bad === 0} url={`${path}/problems`} body={{ id: head.id }}>
          下载未执行名单
        </DownloadButton>
      )}
    />
  );
}
