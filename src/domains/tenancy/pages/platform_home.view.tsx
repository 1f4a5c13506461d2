/** 平台首页: the work list, units and terminals, money against the same weekday, two weeks, the busiest units. */
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { Chart } from '../../../kit/console/widgets/chart.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatCard } from '../../../kit/console/widgets/stat-card.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { PlatformDay, PlatformHome } from '../platform-figures.ts';
import './platform_home.css';

const trend = (now: number, before: number) => (before === 0 ? null : ((now - before) / before) * 100);
const sameWeekday = '比上周同日';

function chartOption(days: readonly PlatformDay[]) {
  return {
    grid: { left: 64, right: 16, top: 36, bottom: 24 },
    legend: { top: 0, right: 0 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((d) => d.date.slice(5)) },
    yAxis: [{ type: 'value', name: '元', splitLine: { lineStyle: { color: '#e3ebe6' } } }],
    series: [
      { name: '消费净额', type: 'bar', data: days.map((d) => d.consumeFen / 100), barMaxWidth: 18 },
      { name: '充值存款', type: 'line', data: days.map((d) => d.rechargeFen / 100) },
    ],
  };
}

function Work({ items }: { items: PlatformHome['work'] }) {
  const open = items.filter((w) => w.count > 0);
  return (
    <section className="k-card" aria-labelledby="ph-work">
      <h2 id="ph-work">待我处理</h2>
      {open.length === 0 ? <span className="k-muted">没有待处理的事项</span> : null}
      <div className="ph-work">
        {open.map((w) => {
          const text = (
            <>
              {w.label} <b>{w.count}</b>
            </>
          );
          return w.path ? (
            <Link key={w.label} to={{ path: w.path, ...(w.query ? { query: w.query } : {}) }} title={w.hint}>
              {text}
            </Link>
          ) : (
            <span key={w.label} title={w.hint}>
              {text}
            </span>
          );
        })}
      </div>
    </section>
  );
}

function Busiest({ units }: { units: PlatformHome['busiest'] }) {
  return (
    <section className="k-card" aria-labelledby="ph-busy">
      <h2 id="ph-busy">今日消费前列的单位</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">单位</th>
            <th scope="col">在册人数</th>
            <th scope="col">就餐人次</th>
            <th scope="col">净额（元）</th>
          </tr>
        </thead>
        <tbody>
          {units.map((u) => (
            <tr key={u.id}>
              <td>
                <Link to={{ path: '/admin/platform/organization', query: { keyword: u.name } }}>{u.name}</Link>
              </td>
              <td>{u.people}</td>
              <td>{u.heads}</td>
              <td>
                <MoneyText fen={u.consumeFen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {units.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="今天还没有消费" /> : null}
    </section>
  );
}

function Home({ path }: PageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'figures'],
    queryFn: ({ signal }) => post<PlatformHome>(path, 'figures', {}, { signal, background: true }),
    refetchInterval: 60_000,
  });
  if (error)
    return (
      <Empty description={`首页没有读出来：${error.message}`} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />;
  const { devices } = data;
  return (
    <div className="ph">
      <Work items={data.work} />
      <div className="ph-stats">
        <StatCard
          title="今日消费净额"
          value={formatFenGrouped(data.consumeFen)}
          unit="元"
          trendPercent={trend(data.consumeFen, data.consumeLastWeekFen)}
          trendLabel={sameWeekday}
        />
        <StatCard
          title="今日充值存款"
          value={formatFenGrouped(data.rechargeFen)}
          unit="元"
          trendPercent={trend(data.rechargeFen, data.rechargeLastWeekFen)}
          trendLabel={sameWeekday}
        />
        <StatCard
          title="今日就餐人次"
          value={data.heads}
          unit="人次"
          trendPercent={trend(data.heads, data.headsLastWeek)}
          trendLabel={sameWeekday}
        />
        <StatCard title="就餐人员账户余额合计" value={formatFenGrouped(data.floatFen)} unit="元" />
        <StatCard title="单位" value={data.organizations} unit="家" to="/admin/platform/organization" />
        <StatCard title="承包商" value={data.contractors} unit="家" to="/admin/platform/contractor" />
        <StatCard title="就餐人员" value={data.people} unit="人" to="/admin/platform/user" />
        <StatCard
          title="在线设备"
          value={`${devices.online} / ${devices.inUse}`}
          unit="台"
          to="/admin/platform/device?status=ACTIVE"
        />
      </div>
      <div className="ph-cols">
        <section className="k-card" aria-labelledby="ph-days">
          <h2 id="ph-days">最近两周</h2>
          <Chart label="最近两周每天的消费净额与充值存款" option={chartOption(data.days)} height={260} />
        </section>
        <Busiest units={data.busiest} />
      </div>
    </div>
  );
}

export default view({ page: Home });
