/** 月结: steps → totals → close; then the months closed so far with their seals. No reopening. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Empty, Select, Skeleton, Spin, Steps } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { askedWitness } from '../../../../kit/console/screens/form/asked-witness.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { DownloadButton } from '../../../../kit/console/widgets/download-button.tsx';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { anyPage } from '../../../../kit/define/page.ts';
import type { ClosedMonthShown, MonthCloseState, StepEvidence } from '../../closing-state.ts';
import { CloseSteps } from '../../views/close-steps.tsx';
import { LateDrawer } from '../../views/late-drawer.tsx';
import { MonthFigures } from '../../views/month-figures.tsx';
import { ReportPack } from '../../views/report-pack.tsx';
import '../../views/closing.css';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import spec from './month-close.page.ts';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

const pollMs = 1_500;
const second = askedWitness(anyPage(spec), spec.witness?.close);
const settled = (s: StepEvidence) => s.ok || (s.weight === 'SOFT' && s.note !== null);

/** Why the month cannot be closed now; empty when it can. */
function hindrance(data: MonthCloseState): string {
  if (!data.over) return `本月尚未结束，${data.overAt} 起可以月结`;
  if (!data.turn) return `请先完成 ${data.open[0]} 的月结`;
  const left = data.steps.filter((s) => !settled(s));
  return left.length > 0 ? `还有 ${left.length} 项未完成：${left.map((s) => s.title).join('、')}` : '';
}

function Closed({ months, path }: { months: readonly ClosedMonthShown[]; path: string }) {
  const [late, setLate] = useState<string>();
  if (months.length === 0) return <span className="k-muted">还没有月结过</span>;
  return (
    <>
      <table className="k-stack">
        <thead>
          <tr>
            <th scope="col">月份</th>
            <th scope="col">月结时间</th>
            <th scope="col">月结人</th>
            <th scope="col">见证人</th>
            <th scope="col" className="cl-r">
              期末余额（元）
            </th>
            <th scope="col" className="cl-r">
              封存天数
            </th>
            <th scope="col">封存码</th>
            <th scope="col" className="cl-r">
              月结后补记
            </th>
            <th scope="col">说明</th>
            <th scope="col">资料</th>
          </tr>
        </thead>
        <tbody>
          {months.map((m) => (
            <tr key={m.month}>
              <th scope="row" className="cl-line">
                {m.month}
              </th>
              <td data-head="月结时间" className="cl-line">
                {formatTime(m.closedAt)}
              </td>
              <td data-head="月结人" className="cl-line">
                {m.closedBy}
              </td>
              <td data-head="见证人" className="cl-line">
                {m.witnessedBy || '—'}
              </td>
              <td data-head="期末余额（元）" className="cl-r">
                <MoneyText fen={m.closingFen} />
              </td>
              <td data-head="封存天数" className="cl-r">
                {m.sealedDays}
              </td>
              <td data-head="封存码" className="cl-code">
                {m.chain || '—'}
              </td>
              <td data-head="月结后补记" className="cl-r cl-line">
                {m.lateCount > 0 ? (
                  <Button type="link" size="small" className="cl-link cl-first" onClick={() => setLate(m.month)}>
                    {m.lateCount.toLocaleString('zh-CN')} 笔
                  </Button>
                ) : (
                  '—'
                )}
              </td>
              <td data-head="说明">
                {m.notes.length === 0 ? '—' : m.notes.map((n) => `${n.title}：${n.text}（${n.by}）`).join('；')}
              </td>
              <td data-head="资料">
                {can(path, 'pack') ? (
                  <DownloadButton
                    type="link"
                    size="small"
                    className="cl-link cl-first"
                    url={`${path}/pack`}
                    body={{ month: m.month }}
                    filename={`月结资料 ${m.month}.zip`}
                  >
                    导出
                  </DownloadButton>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <LateDrawer path={path} month={late} onClose={() => setLate(undefined)} />
    </>
  );
}

function MonthClose({ path }: PageProps) {
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useTabState<string | null>('month', null);
  const key = [...pageKey(path), 'state', chosen];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      post<MonthCloseState>(path, 'state', chosen ? { month: chosen } : {}, { signal, background: true }),
    refetchInterval: (q) => (q.state.data?.running ? pollMs : false),
  });
  const again = () => queries.invalidateQueries({ queryKey: [...pageKey(path), 'state'] });
  const close = async (order: { month: string; closingFen: number }, signed: object, requestKey: string) => {
    try {
      await post(path, 'close', { ...order, ...signed }, { requestKey });
    } finally {
      void again();
    }
  };
  const under = data?.running?.month;
  const before = useRef(under);
  useEffect(() => {
    const ended = before.current;
    before.current = under;
    if (ended && !under && data?.closed.some((m) => m.month === ended)) {
      message.success(`${ended} 已月结并封存`);
      setChosen(null);
    }
  }, [under, data?.closed, message, setChosen]);
  const seals = useMutation({ mutationFn: () => post<MonthCloseState['seal']>(path, 'verify_seals') });
  if (error)
    return (
      <Empty description={`月结没有读出来：${error.message}`} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />;
  const { month, totals, running, seal } = data;
  const why = month === null ? '' : hindrance(data);
  const at = running ? 2 : data.steps.every(settled) ? 1 : 0;
  return (
    <div className="cl">
      {month === null || totals === null ? (
        <section className="k-card">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待月结的账目" />
        </section>
      ) : (
        <>
          <section className="k-card" aria-labelledby="cl-month">
            <div className="cl-head" style={{ marginBottom: 12 }}>
              <h2 id="cl-month" style={{ margin: 0, fontSize: 18 }}>
                {month} 月结
              </h2>
              {data.open.length > 1 ? (
                <Select
                  aria-label="月份"
                  value={month}
                  style={{ width: 150 }}
                  onChange={setChosen}
                  options={data.open.map((m) => ({ value: m, label: m }))}
                />
              ) : null}
              <span className="k-spacer" />
              <Button onClick={() => void again()}>重新检查</Button>
            </div>
            <Steps
              size="small"
              current={at}
              items={[{ title: '逐项检查' }, { title: '核对合计' }, { title: '月结与封存' }]}
              style={{ marginBottom: 8 }}
            />
            <CloseSteps
              steps={data.steps}
              {...(can(path, 'accept')
                ? { accept: (step: string, note: string) => post(path, 'accept', { month, step, note }).then(again) }
                : {})}
            />
          </section>
          <section className="k-card" aria-labelledby="cl-sum">
            <h2 id="cl-sum">合计</h2>
            {data.days ? <MonthFigures totals={totals} days={data.days} /> : null}
            {data.refused ? (
              <Alert type="error" showIcon title={`上次月结没有完成：${data.refused}`} style={{ marginTop: 12 }} />
            ) : null}
            <div className="cl-close">
              {running ? (
                <span role="status">
                  <Spin size="small" /> 正在核对、月结并封存 {running.month}，由 {running.askedName} 发起
                </span>
              ) : (
                <span className={why ? 'cl-wait' : 'k-muted'}>{why || '月结后不能撤销'}</span>
              )}
              {can(path, 'pack') ? (
                <DownloadButton url={`${path}/pack`} body={{ month }} filename={`月结资料 ${month}.zip`}>
                  导出草稿
                </DownloadButton>
              ) : null}
              {can(path, 'close') ? (
                <Button type="primary" disabled={why !== '' || running !== null} onClick={() => setAsking(true)}>
                  月结 {month}，期末 {formatFenGrouped(totals.closingFen)} 元
                </Button>
              ) : null}
            </div>
          </section>
        </>
      )}
      <section className="k-card" aria-labelledby="cl-done">
        <div className="cl-head" style={{ marginBottom: 8 }}>
          <h2 id="cl-done" style={{ margin: 0 }}>
            已月结
          </h2>
          {seal.days > 0 ? (
            <span className="k-muted">
              封存 {seal.days} 天，{seal.first} 至 {seal.last}
            </span>
          ) : null}
          {seals.data ? (
            <span className={seals.data.broken === 0 ? 'cl-ok' : 'cl-bad'} role="status">
              {seals.data.broken === 0
                ? `✓ ${seals.data.days} 天的封存逐日重算无误，前后相连`
                : `✗ ${seals.data.broken} 天与封存时不同`}
            </span>
          ) : null}
          {seals.error ? <span className="cl-bad">{seals.error.message}</span> : null}
          <span className="k-spacer" />
          {seal.days > 0 && can(path, 'verify_seals') ? (
            <Button loading={seals.isPending} onClick={() => seals.mutate()}>
              校验封存
            </Button>
          ) : null}
        </div>
        <Closed months={data.closed} path={path} />
      </section>
      <ReportPack />
      {asking && month && totals ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`月结 ${month}`}
            fields={{}}
            note={
              <>
                <p>
                  期末余额 <b style={{ fontSize: 20 }}>{formatFenGrouped(totals.closingFen)}</b> 元，消费{' '}
                  {totals.tradeCount.toLocaleString('zh-CN')} 笔。
                </p>
                <p>月结后不能撤销：该月不再入账，之后上传或更正的记录记入第一个未月结的日期，原日期同时保留。</p>
              </>
            }
            row={undefined}
            start={undefined}
            danger={false}
            witness={second}
            okText={`月结 ${month}`}
            onSubmit={(signed, requestKey) => close({ month, closingFen: totals.closingFen }, signed, requestKey)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

export default view({ page: MonthClose });
