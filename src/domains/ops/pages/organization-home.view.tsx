/** 单位首页: the work list, four figures against the same weekday, meals, two weeks, terminals. */
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { Chart } from '../../../kit/console/widgets/chart.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatCard } from '../../../kit/console/widgets/stat-card.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { HomeDay, OrganizationHome } from '../home-figures.ts';
import './organization-home.css';

const trend = (now: number, before: number) => (before === 0 ? null : ((now - before) / before) * 100);
const sameWeekday = '比上周同日';

/** Net consumption as columns, diners as a line. */
function chartOption(days: readonly HomeDay[]) {
  return {
    grid: { left: 56, right: 48, top: 32, bottom: 24 },
    legend: { top: 0, right: 0 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((d) => d.date.slice(5)) },
    yAxis: [
      { type: 'value', splitLine: { lineStyle: { color: '#e3ebe6' } } },
      { type: 'value', splitLine: { show: false } },
    ],
    series: [
      { name: '消费净额（元）', type: 'bar', data: days.map((d) => d.consumeFen / 100), barMaxWidth: 22 },
      { name: '就餐人次', type: 'line', yAxisIndex: 1, data: days.map((d) => d.heads) },
    ],
  };
}

function Work({ items }: { items: OrganizationHome['work'] }) {
  const open = items.filter((w) => w.count > 0);
  return (
    <section className="k-card" aria-labelledby="oh-work">
      <h2 id="oh-work">待我处理</h2>
      {open.length === 0 ? (
        <span className="k-muted">没有待处理的事项</span>
      ) : (
        <div className="oh-work">
          {open.map((w) => (
            <Link key={w.label} to={w.path} title={w.hint}>
              {w.label} <b>{w.count}</b>
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

function Meals({ meals, date }: { meals: OrganizationHome['meals']; date: string }) {
  const lines = (id: number) => ({
    path: '/admin/organization/consume_detail',
    query: { businessDate: JSON.stringify([date, date]), mealPeriodId: String(id) },
  });
  return (
    <section className="k-card" aria-labelledby="oh-meals">
      <h2 id="oh-meals">今日各餐</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">餐次</th>
            <th scope="col">就餐人数</th>
            <th scope="col">上周同日</th>
            <th scope="col">笔数</th>
            <th scope="col">净额（元）</th>
          </tr>
        </thead>
        <tbody>
          {meals.map((m) => (
            <tr key={m.id}>
              <td>
                <Link to={lines(m.id)}>{m.name}</Link>
              </td>
              <td>{m.heads}</td>
              <td className="k-muted">{m.lastWeekHeads}</td>
              <td>{m.consumeCount}</td>
              <td>
                <MoneyText fen={m.netFen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {meals.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有设置餐次" /> : null}
    </section>
  );
}

function Devices({ devices }: { devices: OrganizationHome['devices'] }) {
  return (
    <section className="k-card" aria-labelledby="oh-devices">
      <h2 id="oh-devices">设备</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">状态</th>
            <th scope="col">待上传</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((d) => (
            <tr key={d.id}>
              <td>{d.name}</td>
              <td className={d.online ? 'oh-on' : 'oh-off'}>
                {d.online
                  ? '在线'
                  : d.lastBeatAt
                    ? `离线，最后心跳 ${d.lastBeatAt.slice(5, 16).replace('T', ' ')}`
                    : '尚未连接'}
              </td>
              <td>{d.offlineCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Home({ path }: PageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'figures'],
    queryFn: ({ signal }) => post<OrganizationHome>(path, 'figures', {}, { signal, background: true }),
    refetchInterval: 60_000,
  });
  if (error)
    return (
      <Empty description={`首页没有读出来：${error.message}`} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />;
  return (
    <div className="oh">
      <Work items={data.work} />
      <div className="oh-stats">
        <StatCard
          title="今日消费净额"
          value={formatFenGrouped(data.consumeFen)}
          unit="元"
          trendPercent={trend(data.consumeFen, data.consumeLastWeekFen)}
          trendLabel={sameWeekday}
          to="/admin/organization/consume_summary"
        />
        <StatCard
          title="今日就餐人次"
          value={data.heads}
          unit="人次"
          trendPercent={trend(data.heads, data.headsLastWeek)}
          trendLabel={sameWeekday}
          to="/admin/organization/consume"
        />
        <StatCard
          title="今日充值存款"
          value={formatFenGrouped(data.rechargeFen)}
          unit="元"
          trendPercent={trend(data.rechargeFen, data.rechargeLastWeekFen)}
          trendLabel={sameWeekday}
          to="/admin/organization/recharge/detail"
        />
        <StatCard
          title={`${data.people} 人账户余额合计`}
          value={formatFenGrouped(data.floatFen)}
          unit="元"
          to="/admin/organization/account_balance"
        />
      </div>
      <div className="oh-cols">
        <section className="k-card" aria-labelledby="oh-days">
          <h2 id="oh-days">最近两周</h2>
          <Chart label="最近两周每天的消费净额与就餐人次" option={chartOption(data.days)} height={260} />
        </section>
        <Meals meals={data.meals} date={data.date} />
      </div>
      <Devices devices={data.devices} />
    </div>
  );
}

export default view({ page: Home });
