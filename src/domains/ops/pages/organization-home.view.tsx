/** 单位首页: the work list, four figures against the same weekday, meals, two weeks, terminals. */
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
import type { HomeDay, OrganizationHome } from '../home-figures.ts';

const sameWeekday = '比上周同日';

/** Net consumption as columns, diners as a line. */
function chartOption(days: readonly HomeDay[]) {
  return {
    grid: { left: 56, right: 48, top: 40, bottom: 24 },
    legend: { top: 0, left: 'center' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((d) => d.date.slice(5)) },
    yAxis: [
      { type: 'value', name: '元', splitLine: { lineStyle: { color: '#e3ebe6' } } },
      { type: 'value', name: '人次', splitLine: { show: false } },
    ],
    series: [
      { name: '消费净额（元）', type: 'bar', data: days.map((d) => d.consumeFen / 100), barMaxWidth: 22 },
      { name: '就餐人次', type: 'line', yAxisIndex: 1, data: days.map((d) => d.heads) },
    ],
  };
}

function Meals({ meals, date }: { meals: OrganizationHome['meals']; date: string }) {
  const lines = (id: number) => ({
    path: '/admin/organization/consume_detail',
    query: { businessDate: JSON.stringify([date, date]), mealPeriodId: String(id) },
  });
  return (
    <HomeCard title="今日各餐">
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
    </HomeCard>
  );
}

function stateWords({ online, lastBeatAt }: OrganizationHome['devices'][number]): string {
  if (online) return '在线';
  return lastBeatAt ? `离线，最后心跳 ${lastBeatAt.slice(5, 16).replace('T', ' ')}` : '尚未连接';
}

function Devices({ devices }: { devices: OrganizationHome['devices'] }) {
  return (
    <HomeCard title="设备">
      <table>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">状态</th>
            <th scope="col">待上传（笔）</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((d) => (
            <tr key={d.id}>
              <td>{d.name}</td>
              <td>
                <span className={`k-tag k-tag-${d.online ? 'success' : d.lastBeatAt ? 'warning' : 'neutral'}`}>
                  {stateWords(d)}
                </span>
              </td>
              <td>{d.offlineCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {devices.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有设备" /> : null}
    </HomeCard>
  );
}

function Home({ path }: PageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'figures'],
    queryFn: ({ signal }) => post<OrganizationHome>(path, 'figures', {}, { signal, background: true }),
    refetchInterval: 60_000,
  });
  if (error || !data) return <HomeWaiting error={error} onRetry={() => void refetch()} />;
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
          to="/admin/organization/consume_summary"
        />
        <StatCard
          title="今日就餐人次"
          value={data.heads.toLocaleString('en-US')}
          unit="人次"
          trendPercent={changePercent(data.heads, data.headsLastWeek)}
          trendLabel={sameWeekday}
          to="/admin/organization/consume"
        />
        <StatCard
          title="今日充值存款"
          value={formatFenGrouped(data.rechargeFen)}
          unit="元"
          trendPercent={changePercent(data.rechargeFen, data.rechargeLastWeekFen)}
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
      <div className="k-home-columns">
        <HomeCard title="最近两周">
          <Chart label="最近两周每天的消费净额与就餐人次" option={chartOption(data.days)} height={260} />
        </HomeCard>
        <Meals meals={data.meals} date={data.date} />
      </div>
      <Devices devices={data.devices} />
    </div>
  );
}

export default view({ page: Home });
