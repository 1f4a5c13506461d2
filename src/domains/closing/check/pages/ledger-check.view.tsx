/** 账目核对: verdict and scope of the last run, the rules with ticks or breaks, progress of the one under way. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Progress, Skeleton } from 'antd';
import { formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import type { CheckRun, LedgerCheckState, RuleResult } from '../../closing-state.ts';
import '../../views/closing.css';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';

const pollMs = 1_500;
const grouped = (n: number) => n.toLocaleString('zh-CN');

function Rules({ rules }: { rules: readonly RuleResult[] }) {
  return (
    <section className="k-card" aria-labelledby="cl-rules">
      <h2 id="cl-rules">核对项目</h2>
      <ul className="cl-list">
        {rules.map((r) => (
          <li key={r.rule}>
            <span className={`cl-mark ${r.breaks.length === 0 ? 'cl-ok' : 'cl-bad'}`} aria-hidden>
              {r.breaks.length === 0 ? '✓' : '✗'}
            </span>
            <b>{r.title}</b>
            <span className="k-muted">{r.meaning}</span>
            <span className={r.breaks.length === 0 ? 'cl-ok' : 'cl-bad'}>
              {r.breaks.length === 0 ? '相符' : `${r.breaks.length} 处不符`}
            </span>
            {r.breaks.length > 0 ? (
              <div className="cl-breaks">
                {r.breaks.map((b) => (
                  <div key={`${b.subject} ${b.found}`}>
                    {b.subject}
                    <small>{b.found}</small>
                  </div>
                ))}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs({ runs }: { runs: readonly CheckRun[] }) {
  return (
    <section className="k-card" aria-labelledby="cl-runs">
      <h2 id="cl-runs">核对记录</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">开始时间</th>
            <th scope="col" className="cl-r">
              用时
            </th>
            <th scope="col" className="cl-r">
              业务笔数
            </th>
            <th scope="col">结果</th>
            <th scope="col">发起</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((r) => (
            <tr key={r.id}>
              <td>{formatTime(r.startedAt)}</td>
              <td className="cl-r">{r.seconds.toFixed(1)} 秒</td>
              <td className="cl-r">{grouped(r.postingCount)}</td>
              <td className={r.breakCount === 0 ? 'cl-ok' : 'cl-bad'}>
                {r.breakCount === 0 ? '✓ 全部相符' : `✗ ${grouped(r.breakCount)} 处不符`}
              </td>
              <td>{r.by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LedgerCheck({ path }: PageProps) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...pageKey(path), 'state'],
    queryFn: ({ signal }) => post<LedgerCheckState>(path, 'state', {}, { signal, background: true }),
    refetchInterval: (q) => (q.state.data?.running ? pollMs : false),
  });
  const ask = useMutation({
    mutationFn: () => post(path, 'check'),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...pageKey(path), 'state'] }),
  });
  if (error)
    return (
      <Empty description={`核对结果没有读出来：${error.message}`} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />;
  const { last, running, scope } = data;
  const verdict = !last
    ? { tone: 'cl-wait', text: '还没有核对过' }
    : last.breakCount === 0
      ? { tone: 'cl-ok', text: '✓ 账目全部相符' }
      : { tone: 'cl-bad', text: `✗ 发现 ${grouped(last.breakCount)} 处不符，处理前不能月结` };
  return (
    <div className="cl">
      <section className="k-card" aria-label="最近一次核对">
        <div className="cl-head">
          <span className={`cl-verdict ${verdict.tone}`}>{verdict.text}</span>
          <span className="k-spacer" />
          {can(path, 'check') ? (
            <Button
              type="primary"
              loading={ask.isPending}
              disabled={running !== null}
              onClick={() => ask.mutate()}
              title="核对期间不影响消费和充值"
            >
              {running ? '正在核对' : '立即核对'}
            </Button>
          ) : null}
        </div>
        <p className="cl-facts">
          {last ? (
            <span>
              最近一次 <b>{formatTime(last.startedAt)}</b>，用时 <b>{last.seconds.toFixed(1)} 秒</b>，{last.by}
            </span>
          ) : null}
          <span>
            范围 <b>{scope.from ? `${scope.from} 至 ${scope.to}` : '还没有账目'}</b>
          </span>
          {last ? (
            <span>
              业务 <b>{grouped(last.postingCount)}</b> 笔
            </span>
          ) : null}
          <span>
            <b>{grouped(scope.people)}</b> 人的 <b>{grouped(scope.wallets)}</b> 个账户，余额合计{' '}
            <MoneyText fen={scope.floatFen} strong /> 元
          </span>
          <span>每天凌晨自动核对</span>
        </p>
        {running ? (
          <div role="status">
            <Progress percent={running.percent} status="active" showInfo={false} />
            <span className="k-muted">
              {running.status === 'QUEUED' ? '排队中' : '正在逐笔重算'}，由 {running.askedName} 于{' '}
              {formatTime(running.askedAt)} 发起；可以离开此页，结果会保留
            </span>
          </div>
        ) : null}
        {data.failed ? <Alert type="error" showIcon title={data.failed} /> : null}
        {ask.error ? <Alert type="error" showIcon title={ask.error.message} /> : null}
      </section>
      {data.rules.length > 0 ? <Rules rules={data.rules} /> : null}
      {data.runs.length > 0 ? <Runs runs={data.runs} /> : null}
    </div>
  );
}

export default view({ page: LedgerCheck });
