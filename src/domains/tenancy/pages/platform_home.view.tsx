/** 平台首页: the work list, units and terminals, money against the same weekday, two weeks, the busiest units. */
import { useQuery } from '@tanstack/react-query';
import { Empty } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { Chart } from '../../../kit/console/widgets/chart.tsx';
import { changePercent, HomeCard, HomeWaiting, WorkList } from '../../../kit/console/widgets/home.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatCard } from '../../../kit/console/widgets/stat-card.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { PlatformDay, PlatformHome } from '../platform-figures.ts';

const sameWeekday = '比上周同日';

function chartOption(days: readonly PlatformDay[]) {
  return {
    grid: { left: 64, right: 16, top: 40, bottom: 24 },
    legend: { top: 0, left: 'center' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((d) => d.date.slice(5)) },
    yAxis: [{ type: 'value', name: '元', splitLine: { lineStyle: { color: '#e3ebe6' } } }],
    series: [
      { name: '消费净额', type: 'bar', data: days.map((d) => d.consumeFen / 100), barMaxWidth: 18 },
      { name: '充值存款', type: 'line', data: days.map((d) => d.rechargeFen / 100) },
    ],
  };
}

function Busiest({ units }: { units: PlatformHome['busiest'] }) {
  return (
    <HomeCard title="今日消费前列的单位">
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
    </HomeCard>
  );
}

function Home({ path }: PageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'figures'],
    queryFn: ({ signal }) => post<PlatformHome>(path, 'figures', {}, { signal, background: true }),
    refetchInterval: 60_000,
  });
  if (error || !data) return <HomeWaiting error={error} onRetry={() => void refetch()} />;
  const { devices } = data;
  return (
    <div className="k-home">
      <WorkList items={data.work} />
      <div className="k-home-stats">
        <StatCard
          title="今日消费净额"
          value={formatFenGrouped(data.consumeFen)}
          unit="元"
          trendPercent={changePercent(data.consumeFen, data.consumeLastWeekFen)}
          trendLabel={sameWeekday}
        />
        <StatCard
          title="今日充值存款"
          value={formatFenGrouped(data.rechargeFen)}
          unit="元"
          trendPercent={changePercent(data.rechargeFen, data.rechargeLastWeekFen)}
          trendLabel={sameWeekday}
        />
        <StatCard
          title="今日就餐人次"
          value={data.heads.toLocaleString('en-US')}
          unit="人次"
          trendPercent={changePercent(data.heads, data.headsLastWeek)}
          trendLabel={sameWeekday}
        />
        <StatCard title="就餐人员账户余额合计" value={formatFenGrouped(data.floatFen)} unit="元" />
        <StatCard
          title="单位"
          value={data.organizations.toLocaleString('en-US')}
          unit="家"
          to="/admin/platform/organization"
        />
        <StatCard
          title="承包商"
          value={data.contractors.toLocaleString('en-US')}
          unit="家"
          to="/admin/platform/contractor"
        />
        <StatCard title="就餐人员" value={data.people.toLocaleString('en-US')} unit="人" to="/admin/platform/user" />
        <StatCard
          title="在线设备"
          value={`${devices.online} / ${devices.inUse}`}
          unit="台"
          to="/admin/platform/device?status=ACTIVE"
        />
      </div>
      <div className="k-home-columns">
        <HomeCard title="最近两周">
          <Chart label="最近两周每天的消费净额与充值存款" option={chartOption(data.days)} height={260} />
        </HomeCard>
        <Busiest units={data.busiest} />
      </div>
    </div>
  );
}

export default view({ page: Home });
