/** 批量纠错, on its way: totals, who asked and who decided, the run, and every line with what became of it. */
import { Alert, type TableColumnsType } from 'antd';
import { Figures, RunProgress } from '../../../kit/console/batch/figures.tsx';
import { useWatched } from '../../../kit/console/batch/watched.tsx';
import { formatTime } from '../../../kit/console/clock.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import type { PageProps } from '../../../kit/console/view.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { batchStatuses, correctionKinds, correctionStatuses } from '../correct/states.ts';
import { type BatchLine, BatchLines, type BatchRow, BatchShown, moneyColumn, useBatchLines } from './batch-shown.tsx';
import { FailedRows } from './failed-rows.tsx';
import { Figure } from './figure.tsx';

interface Batch extends BatchRow {
  deviceName: string | null;
  mealPeriodName: string | null;
  businessDate: string;
  way: string;
  priceFen: number | null;
  reason: string;
  lineCount: number;
  refundFen: number;
  supplementFen: number;
  postedRefundFen: number;
  postedSupplementFen: number;
  applicantName: string;
}

interface Line extends BatchLine {
  correctNo: string;
  tradeId: number;
  occurredAt: string;
  chargedFen: number;
  kind: string;
  amountFen: number;
  status: string;
  failReason: string;
  resultTradeId: number | null;
}

const stepOf: Record<string, number> = {
  PENDING_AUDIT: 1,
  APPROVED: 2,
  POSTED: 3,
  PART_FAILED: 3,
  REJECTED: 1,
  CANCELLED: 1,
};

const corrected: TableColumnsType<Line> = [
  {
    title: '原消费',
    dataIndex: 'occurredAt',
    width: 130,
    render: (v: string, line) => (
      <Link
        to={{
          path: '/admin/organization/consume',
          query: { keyword: String(line.tradeId), businessDate: '*' },
        }}
      >
        {formatTime(v).slice(5, 16)}
      </Link>
    ),
  },
  moneyColumn('原实收（元）', 'chargedFen', 110),
  {
    title: '金额（元）',
    dataIndex: 'amountFen',
    width: 120,
    align: 'right',
    render: (fen: number, line) => (
      <>
        {line.kind === 'SUPPLEMENT' ? '补 ' : '退 '}
        <MoneyText fen={fen} strong />
      </>
    ),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 130,
    render: (v: string) => <StatusTag choices={correctionStatuses} value={v} />,
  },
  {
    title: '说明',
    dataIndex: 'failReason',
    render: (v: string, line) =>
      v ? (
        <span className="k-negative">{v}</span>
      ) : (
        <span className="k-muted">{labelIn(correctionKinds, line.kind)}</span>
      ),
  },
];

export function ShownCorrectionBatch({ path, spec, id }: PageProps & { id: number }) {
  const record = useWatched<Batch>(path, 'get', id, (row) => row.status === 'APPROVED');
  const stamp = record.data ? `${record.data.status}:${record.data.postedCount}:${record.data.failedCount}` : '';
  const lines = useBatchLines<Line>(path, id, stamp);
  return (
    <BatchShown
      path={path}
      spec={spec}
      record={record}
      name="批量纠错"
      title={(row) => `${row.businessDate} ${row.mealPeriodName} · ${row.deviceName}`}
      statuses={batchStatuses}
      step={(status) => stepOf[status] ?? 0}
      totals={(row) => <Totals path={path} row={row} />}
      lines={<BatchLines lines={lines} after={corrected} />}
      facts={(row) => ({
        before: [
          { label: '原因', value: row.reason },
          {
            label: '应收',
            value: row.way === 'RULE' ? '按现行定值重算' : `统一改为 ${formatFenGrouped(row.priceFen ?? 0)} 元`,
          },
        ],
        asked: { label: '申请', value: `${row.applicantName} ${formatTime(row.createdAt)}` },
      })}
    />
  );
}

function Totals({ path, row }: { path: string; row: Batch }) {
  return (
    <>
      <Figures>
        <Figure label="笔数" unit="笔">
          {row.lineCount}
        </Figure>
        <Figure label="退回合计" unit="元">
          {formatFenGrouped(row.refundFen)}
        </Figure>
        <Figure label="补扣合计" unit="元">
          {formatFenGrouped(row.supplementFen)}
        </Figure>
        <Figure label="已入账" unit="笔">
          {row.postedCount}
        </Figure>
        <Figure label="失败" unit="笔">
          {row.failedCount}
        </Figure>
      </Figures>
      {row.status === 'APPROVED' ? (
        <RunProgress running done={row.postedCount + row.failedCount} of={row.lineCount} failed={0} />
      ) : null}
      {row.status === 'PART_FAILED' ? (
        <Alert
          className="kb-note"
          type="error"
          showIcon
          title={`${row.failedCount} 笔没有入账，原因见明细。已入账退回 ${formatFenGrouped(row.postedRefundFen)} 元、补扣 ${formatFenGrouped(row.postedSupplementFen)} 元。`}
          description="消除原因后可重试失败行；重试不会重复入账。"
          action={<FailedRows path={path} id={row.id} />}
        />
      ) : null}
    </>
  );
}
