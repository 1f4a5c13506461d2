/** 服务器监控: warnings first, then the figures, then queues and versions. Asks again every ten seconds. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Progress, Skeleton } from 'antd';
import { formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { type Fact, Facts } from '../../../../kit/console/widgets/facts.tsx';
import type { ServerHealth } from '../../shapes.ts';
import { queueName } from '../queue-words.ts';
import './system-server.css';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `1.5 GB` of a number of bytes. */
function bytes(n: number | null | undefined): string {
  if (n === null || n === undefined) return '—';
  const power = n < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(n) / 10));
  return `${(n / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** `3 天 4 小时` of seconds; the two largest parts. */
function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), '天'],
    [Math.floor(seconds / 3600) % 24, '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [Math.floor(seconds) % 60, '秒'],
  ];
  const from = parts.findIndex(([n]) => n > 0);
  return parts
    .slice(from < 0 ? 3 : from, (from < 0 ? 3 : from) + 2)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ');
}

function Card({
  title,
  facts,
  percent,
  label,
}: {
  title: string;
  facts: readonly Fact[];
  percent?: number;
  label?: string;
}) {
  return (
    <section className="k-card sv-card" aria-label={title}>
      <h2>{title}</h2>
      {percent === undefined ? null : (
        <Progress
          percent={Math.round(percent)}
          size="small"
          status={percent >= 90 ? 'exception' : 'normal'}
          {...(percent < 90 ? { strokeColor: 'var(--oc-primary)' } : {})}
          aria-label={label ?? title}
        />
      )}
      <Facts facts={facts} />
    </section>
  );
}

/** Only those with something to do or to tell: the many others say so in one line. */
function Queues({ queues }: { queues: ServerHealth['queues'] }) {
  const telling = queues.filter((q) => q.queued + q.active + q.failed > 0);
  const resting = queues.length - telling.length;
  return (
    <section className="k-card sv-card" aria-labelledby="sv-queues">
      <h2 id="sv-queues">后台任务</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">队列</th>
            <th scope="col">等待</th>
            <th scope="col">执行中</th>
            <th scope="col">失败</th>
          </tr>
        </thead>
        <tbody>
          {telling.map((q) => (
            <tr key={q.name}>
              <td title={q.name}>{queueName(q.name)}</td>
              <td>{q.queued}</td>
              <td>{q.active}</td>
              <td className={q.failed > 0 ? 'k-negative' : ''}>{q.failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {resting > 0 ? (
        <p>
          {telling.length > 0 ? '其余' : '全部'} {resting} 个队列空闲
        </p>
      ) : null}
    </section>
  );
}

function Slow({ slow }: { slow: ServerHealth['slow'] }) {
  return (
    <section className="k-card sv-card sv-wide" aria-labelledby="sv-slow">
      <h2 id="sv-slow">慢语句（本进程，近 24 小时，超过 0.2 秒）</h2>
      {slow.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有慢语句" />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">语句</th>
              <th scope="col">次数</th>
              <th scope="col">最慢（毫秒）</th>
              <th scope="col">平均（毫秒）</th>
              <th scope="col">最近一次</th>
              <th scope="col">请求编号</th>
            </tr>
          </thead>
          <tbody>
            {slow.map(({ text, count, maxMs, totalMs, lastAt, lastRequest }) => (
              <tr key={text}>
                <td className="sv-sql" title={text}>
                  {text}
                </td>
                <td>{count}</td>
                <td>{maxMs}</td>
                <td>{Math.round(totalMs / count)}</td>
                <td>{formatTime(lastAt)}</td>
                <td>{lastRequest || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Health({ path }: PageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...pageKey(path), 'health'],
    queryFn: ({ signal }) => post<ServerHealth>(path, 'health', {}, { signal, background: true }),
    refetchInterval: 10_000,
  });
  if (error && !data)
    return (
      <Empty description={`监控数据没有读出来：${error.message}`}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { node, database, disk, tasks, versions } = data;
  const used = disk.totalBytes && disk.freeBytes !== null ? (1 - disk.freeBytes / disk.totalBytes) * 100 : undefined;
  return (
    <div className="sv">
      {error ? <Alert type="error" showIcon title={`最近一次刷新失败：${error.message}`} /> : null}
      {data.warnings.length === 0 ? (
        <p className="k-card sv-ok">运行正常 · {formatTime(data.at)}</p>
      ) : (
        data.warnings.map((w) => <Alert key={w} type="warning" showIcon title={w} />)
      )}
      <div className="sv-grid">
        <Card
          title="服务进程"
          facts={[
            { label: '主机', value: `${node.host}（${node.pid}）` },
            { label: '已运行', value: duration(node.uptimeSeconds) },
            { label: '负载', value: node.load.join(' / ') },
            { label: '内存', value: bytes(node.rssBytes) },
            { label: '连接池', value: `共 ${node.poolTotal}，空闲 ${node.poolIdle}，等待 ${node.poolWaiting}` },
          ]}
        />
        {database ? (
          <Card
            title="数据库"
            percent={(database.connections / database.maxConnections) * 100}
            label="数据库连接占用"
            facts={[
              { label: '连接', value: `${database.connections} / ${database.maxConnections}，活动 ${database.active}` },
              { label: '应答', value: `${database.answerMs} 毫秒` },
              { label: '大小', value: bytes(database.sizeBytes) },
              { label: '缓存命中', value: `${database.cacheHitPercent}%` },
              { label: '副本', value: `${database.replicas} 个` },
              { label: '启动于', value: formatTime(database.startedAt) },
            ]}
          />
        ) : (
          <Card title="数据库" facts={[{ label: '状态', value: '读取失败', wide: true }]} />
        )}
        <Card
          title="数据盘"
          {...(used === undefined ? {} : { percent: used })}
          label="数据盘占用"
          facts={[
            { label: '剩余', value: bytes(disk.freeBytes) },
            { label: '共', value: bytes(disk.totalBytes) },
            { label: '最近备份', value: data.backupAt ? formatTime(data.backupAt) : '还没有备份' },
            { label: '目录', value: disk.path, wide: true },
          ]}
        />
        {tasks ? (
          <Card
            title="今日（24 小时）"
            facts={[
              { label: '登录中', value: `${tasks.sessions} 个设备，5 分钟内 ${tasks.sessionsNow} 个` },
              { label: '登录', value: `${tasks.signIns} 次，失败 ${tasks.signInFailures} 次` },
              { label: '操作', value: `${tasks.changes} 次` },
              { label: '导出', value: `进行中 ${tasks.exportsOpen}，失败 ${tasks.exportsFailed}` },
            ]}
          />
        ) : null}
        <Queues queues={data.queues} />
        <Card
          title="版本"
          facts={[
            { label: '产品', value: versions.product },
            { label: '页面', value: `${versions.pages} 个` },
            { label: 'Node', value: versions.node },
            { label: '数据库结构', value: database ? String(database.migration) : '—' },
            { label: '数据库', value: database?.version.split(' on ')[0] ?? '—', wide: true },
          ]}
        />
        <Slow slow={data.slow} />
      </div>
    </div>
  );
}

export default view({ page: Health });
