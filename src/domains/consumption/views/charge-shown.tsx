/** 人工消费详情: one batch with its totals, its lines with what each purse gave, and its taking back. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Progress, Steps, Table } from 'antd';
import { formatTime } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { openTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { Facts } from '../../../kit/console/widgets/detail-drawer.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type AnyPage, anyPage } from '../../../kit/define/page.ts';
import { labelIn } from '../correct/states.ts';
import { chargeKinds, chargeReasons, chargeStatuses, lineStatuses } from '../manual/states.ts';
import { artificialChopping } from '../pages/artificial-chopping.page.ts';
import { FailedRows, Figure, RecordButtons, useRecord, Watched } from './batch-parts.tsx';

interface Charge extends Record<string, unknown> {
  id: number;
  batchNo: string;
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
  postedCount: number;
  postedFen: number;
  failedCount: number;
  failedFen: number;
  reversedCount: number;
  reversedFen: number;
  operatorName: string;
  auditorName: string;
  auditNote: string;
  reverseReason: string;
  status: string;
  createdAt: string;
  decidedAt: string | null;
  finishedAt: string | null;
}

interface Line {
  id: number;
  lineNo: number;
  personName: string;
  jobNumber: string | null;
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

export function ShownCharge({ path }: { path: string }) {
  const { id = '' } = useTab().query;
  if (!/^\d+$/.test(id))
    return (
      <Empty description="请在人工消费中选择一批查看" style={{ padding: 48 }}>
        <Button onClick={() => openTab(path)}>人工消费</Button>
      </Empty>
    );
  return <Shown path={path} spec={anyPage(artificialChopping)} id={Number(id)} />;
}

function Shown({ path, spec, id }: { path: string; spec: AnyPage; id: number }) {
  const record = useRecord<Charge>(path, id, working);
  const { data } = record;
  const stamp = data ? [data.status, data.postedCount, data.failedCount, data.reversedCount].join(':') : '';
  const lines = useQuery({
    queryKey: [...pageKey(path), 'lines', id, stamp],
    queryFn: ({ signal }) => post<Line[]>(path, 'lines', { id }, { signal }),
    enabled: stamp !== '',
    placeholderData: (before) => before,
  });
  return (
    <Watched record={record} name={(row) => `人工消费 ${row.batchNo}`}>
      {(row) => (
        <div className="cn">
          <div className="cn-scroll">
            <section className="k-card cn-card" aria-label="批次">
              <div className="cn-head">
                <h1>
                  {row.diningDate} {row.mealPeriodName} · {row.restaurantName}
                </h1>
                <StatusTag choices={chargeStatuses} value={row.status} />
                <span className="k-muted">{row.batchNo}</span>
              </div>
              <Steps
                size="small"
                current={stepOf[row.status] ?? 3}
                status={
                  row.status === 'POSTED'
                    ? 'finish'
                    : ['PART_FAILED', 'REJECTED', 'CANCELLED'].includes(row.status)
                      ? 'error'
                      : 'process'
                }
                items={['提交', '审核', '执行', '结果'].map((title) => ({ title }))}
              />
            </section>
            <Totals path={path} row={row} />
            <div className="cn-columns">
              <section className="k-card cn-card" aria-label="明细">
                <Lines lines={lines.data ?? []} loading={lines.isPending} />
              </section>
              <section className="k-card cn-card" aria-label="资料">
                <Facts
                  facts={[
                    { label: '类型', value: labelIn(chargeKinds, row.kind), wide: true },
                    {
                      label: '原因',
                      value: [labelIn(chargeReasons, row.reason), row.remark].filter(Boolean).join('：'),
                      wide: true,
                    },
                    {
                      label: '金额',
                      value: row.way === 'RULE' ? '按定值' : `每人 ${formatFenGrouped(row.priceFen ?? 0)} 元`,
                      wide: true,
                    },
                    { label: '余额不足', value: row.allowArrears ? '记欠款' : '不扣', wide: true },
                    ...(row.deploySiteName ? [{ label: '部署点', value: row.deploySiteName, wide: true }] : []),
                    { label: '操作人', value: `${row.operatorName} ${formatTime(row.createdAt)}`, wide: true },
                    {
                      label: '审核',
                      value: row.auditorName
                        ? `${row.auditorName} ${row.decidedAt ? formatTime(row.decidedAt) : ''}`
                        : row.auditNote || '—',
                      wide: true,
                    },
                    ...(row.auditorName && row.auditNote ? [{ label: '意见', value: row.auditNote, wide: true }] : []),
                    ...(row.reverseReason ? [{ label: '撤销原因', value: row.reverseReason, wide: true }] : []),
                    { label: '完成', value: row.finishedAt ? formatTime(row.finishedAt) : '—', wide: true },
                  ]}
                />
              </section>
            </div>
          </div>
          <div data-part="form-actions" className="k-form-actions">
            <RecordButtons path={path} spec={spec} row={row} hidden={['open']} />
          </div>
        </div>
      )}
    </Watched>
  );
}

function Totals({ path, row }: { path: string; row: Charge }) {
  const settled = row.postedCount + row.failedCount;
  return (
    <section className="k-card cn-card" aria-label="合计">
      <div className="cn-figures">
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
      </div>
      {row.status === 'APPROVED' ? <Progress percent={Math.round((settled * 100) / row.personCount)} /> : null}
      {row.status === 'REVERSING' ? (
        <Progress percent={Math.round((row.reversedCount * 100) / (row.reversedCount + row.postedCount || 1))} />
      ) : null}
      {row.status === 'PART_FAILED' ? (
        <Alert
          className="cn-note"
          type="error"
          showIcon
          title={`${row.failedCount + (row.reverseReason ? row.postedCount : 0)} 笔没有完成，原因见明细。`}
          description="消除原因后可以重试；重试不会重复扣款。"
          action={<FailedRows path={path} id={row.id} />}
        />
      ) : null}
    </section>
  );
}

function Lines({ lines, loading }: { lines: Line[]; loading: boolean }) {
  return (
    <Table<Line>
      size="small"
      rowKey="id"
      loading={loading}
      dataSource={lines}
      pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
      columns={[
        { title: '行号', dataIndex: 'lineNo', width: 60, align: 'right' },
        { title: '姓名', dataIndex: 'personName', width: 100 },
        { title: '工号', dataIndex: 'jobNumber', width: 110, render: (v: string | null) => v ?? '—' },
        { title: '部门', dataIndex: 'departmentName', width: 120, render: (v: string | null) => v ?? '—' },
        {
          title: '应扣（元）',
          dataIndex: 'amountFen',
          width: 90,
          align: 'right',
          render: (fen: number, line) => (line.countUsed > 0 ? `${line.countUsed} 次` : <MoneyText fen={fen} strong />),
        },
        {
          title: '主账户（元）',
          dataIndex: 'mainFen',
          width: 100,
          align: 'right',
          render: (fen: number | null) => <MoneyText fen={fen} />,
        },
        {
          title: '补贴（元）',
          dataIndex: 'subsidyFen',
          width: 90,
          align: 'right',
          render: (fen: number | null) => <MoneyText fen={fen} />,
        },
        {
          title: '状态',
          dataIndex: 'status',
          width: 90,
          render: (v: string) => <StatusTag choices={lineStatuses} value={v} />,
        },
        {
          title: '交易 / 原因',
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
      ]}
    />
  );
}
