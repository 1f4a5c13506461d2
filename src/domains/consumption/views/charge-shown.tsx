/** 人工消费详情: one batch with its totals, its lines with what each purse gave, and its taking back. */
import { Alert, Button, Empty, type TableColumnsType } from 'antd';
import { Figures, RunProgress } from '../../../kit/console/batch/figures.tsx';
import { useRecordId } from '../../../kit/console/batch/new-or-shown.tsx';
import { useWatched } from '../../../kit/console/batch/watched.tsx';
import { formatTime } from '../../../kit/console/clock.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { openTab } from '../../../kit/console/nav/tabs-store.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type AnyPage, anyPage } from '../../../kit/define/page.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { chargeKinds, chargeReasons, chargeStatuses, lineStatuses } from '../manual/states.ts';
import { artificialChopping } from '../pages/artificial-chopping.page.ts';
import { type BatchLine, BatchLines, type BatchRow, BatchShown, moneyColumn, useBatchLines } from './batch-shown.tsx';
import { FailedRows } from './failed-rows.tsx';
import { Figure } from './figure.tsx';

interface Charge extends BatchRow {
  kind: string;
  diningDate: string;
  mealPeriodName: string | null;
  restaurantName: string | null;
  deploySiteName: string | null;
  way: string;
  priceFen: number | null;
  allowArrears: boolean;
  reason: string;
  remark: string;
  personCount: number;
  totalFen: number;
  postedFen: number;
  failedFen: number;
  reversedCount: number;
  reversedFen: number;
  operatorName: string;
  reverseReason: string;
}

interface Line extends BatchLine {
  lineNo: number;
  departmentName: string | null;
  amountFen: number;
  countUsed: number;
  note: string;
  status: string;
  failReason: string;
  tradeId: number | null;
  reverseTradeId: number | null;
  mainFen: number | null;
  subsidyFen: number | null;
}

const stepOf: Record<string, number> = { SUBMITTED: 1, REJECTED: 1, CANCELLED: 1, APPROVED: 2 };
const working = (row: { status: string }) => row.status === 'APPROVED' || row.status === 'REVERSING';

const trade = (id: number) => ({
  path: '/admin/organization/consume',
  query: { keyword: String(id), businessDate: '*' },
});

const numbered: TableColumnsType<Line> = [{ title: '行号', dataIndex: 'lineNo', width: 60, align: 'right' }];

const charged: TableColumnsType<Line> = [
  { title: '部门', dataIndex: 'departmentName', width: 110, render: (v: string | null) => v ?? '—' },
  {
    title: '应扣（元）',
    dataIndex: 'amountFen',
    width: 90,
    align: 'right',
    render: (fen: number, line) => (line.countUsed > 0 ? `${line.countUsed} 次` : <MoneyText fen={fen} strong />),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 90,
    render: (v: string) => <StatusTag choices={lineStatuses} value={v} />,
  },
  {
    title: '交易 / 原因',
    width: 220,
    render: (_, line) =>
      line.failReason ? (
        <span className="k-negative">{line.failReason}</span>
      ) : line.tradeId ? (
        <>
          <Link to={trade(line.tradeId)}>{line.tradeId}</Link>
          {line.reverseTradeId ? (
            <>
              {' '}
              → 退回 <Link to={trade(line.reverseTradeId)}>{line.reverseTradeId}</Link>
            </>
          ) : null}
        </>
      ) : (
        <span className="k-muted">{line.note}</span>
      ),
  },
  moneyColumn('主账户（元）', 'mainFen', 100),
  moneyColumn('补贴（元）', 'subsidyFen', 90),
];

export function ShownCharge({ path }: { path: string }) {
  const id = useRecordId();
  if (id === undefined)
    return (
      <Empty description="请在人工消费中选择一批查看" style={{ padding: 48 }}>
        <Button onClick={() => openTab(path)}>人工消费</Button>
      </Empty>
    );
  return <Shown path={path} spec={anyPage(artificialChopping)} id={id} />;
}

function Shown({ path, spec, id }: { path: string; spec: AnyPage; id: number }) {
  const record = useWatched<Charge>(path, 'get', id, working);
  const { data } = record;
  const stamp = data ? [data.status, data.postedCount, data.failedCount, data.reversedCount].join(':') : '';
  const lines = useBatchLines<Line>(path, id, stamp);
  return (
    <BatchShown
      path={path}
      spec={spec}
      record={record}
      name="人工消费"
      title={(row) => `${row.diningDate} ${row.mealPeriodName} · ${row.restaurantName}`}
      statuses={chargeStatuses}
      step={(status) => stepOf[status] ?? 3}
      totals={(row) => <Totals path={path} row={row} />}
      lines={<BatchLines lines={lines} before={numbered} after={charged} />}
      facts={(row) => ({
        before: [
          { label: '类型', value: labelIn(chargeKinds, row.kind) },
          { label: '原因', value: [labelIn(chargeReasons, row.reason), row.remark].filter(Boolean).join('：') },
          { label: '金额', value: row.way === 'RULE' ? '按定值' : `每人 ${formatFenGrouped(row.priceFen ?? 0)} 元` },
          { label: '余额不足', value: row.allowArrears ? '记欠款' : '不扣' },
          ...(row.deploySiteName ? [{ label: '部署点', value: row.deploySiteName }] : []),
        ],
        asked: { label: '操作人', value: `${row.operatorName} ${formatTime(row.createdAt)}` },
        after: row.reverseReason ? [{ label: '撤销原因', value: row.reverseReason }] : [],
      })}
    />
  );
}

function Totals({ path, row }: { path: string; row: Charge }) {
  const settled = row.postedCount + row.failedCount;
  return (
    <>
      <Figures>
        <Figure label="人数" unit="人">
          {row.personCount}
        </Figure>
        <Figure label="合计" unit="元">
          {formatFenGrouped(row.totalFen)}
        </Figure>
        <Figure label={`已入账 ${row.postedCount} 笔`} unit="元">
          {formatFenGrouped(row.postedFen)}
        </Figure>
        <Figure label={`失败 ${row.failedCount} 笔`} unit="元">
          {formatFenGrouped(row.failedFen)}
        </Figure>
        {row.reversedCount > 0 ? (
          <Figure label={`已撤销 ${row.reversedCount} 笔`} unit="元">
            {formatFenGrouped(row.reversedFen)}
          </Figure>
        ) : null}
      </Figures>
      {row.status === 'APPROVED' ? <RunProgress running done={settled} of={row.personCount} failed={0} /> : null}
      {row.status === 'REVERSING' ? (
        <RunProgress running done={row.reversedCount} of={row.reversedCount + row.postedCount} failed={0} />
      ) : null}
      {row.status === 'PART_FAILED' ? (
        <Alert
          className="kb-note"
          type="error"
          showIcon
          title={`${row.failedCount + (row.reverseReason ? row.postedCount : 0)} 笔没有完成，原因见明细。`}
          description="消除原因后可以重试；重试不会重复扣款。"
          action={<FailedRows path={path} id={row.id} />}
        />
      ) : null}
    </>
  );
}
