/** 平台首页: the work list, units and terminals, money against the same weekday, two weeks, the busiest units. */
import { useMemo } from 'react';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { Chart } from '../../../../kit/console/widgets/chart.tsx';
import { daysOption } from '../../../../kit/console/widgets/days-option.ts';
import { HomeCard, HomeFrame, HomeTable, TodayCard, WorkList } from '../../../../kit/console/widgets/home.tsx';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import { StatCard } from '../../../../kit/console/widgets/stat-card.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { PlatformDay, PlatformHome } from '../platform-figures.ts';

const chartOption = (days: readonly PlatformDay[]) =>
  daysOption(
    days,
    { name: '消费净额', of: (d) => d.consumeFen / 100 },
    { name: '充值存款', of: (d) => d.rechargeFen / 100 },
  );

function Busiest({ units }: { units: PlatformHome['busiest'] }) {
  return (
    <HomeTable
      title="今日消费前列的单位"
      headings={['单位', '在册人数', '就餐人次', '净额（元）']}
      empty="今天还没有消费"
      rows={units.map((u) => ({
        key: u.id,
        cells: [
          <Link key="name" to={{ path: '/admin/platform/organization', query: { keyword: u.name } }}>
            {u.name}
          </Link>,
          u.people,
          u.heads,
          <MoneyText key="net" fen={u.consumeFen} />,
        ],
      }))}
    />
  );
}

const whole = (n: number) => n.toLocaleString('en-US');

function TwoWeeks({ days }: { days: PlatformHome['days'] }) {
  const option = useMemo(() => chartOption(days), [days]);
  return <Chart label="最近两周每天的消费净额与充值存款" option={option} height={260} />;
}

function Home({ path }: PageProps) {
  return (
    <HomeFrame<PlatformHome> path={path}>
      {(data) => (
        <>
          <WorkList items={data.work} />
          <div className="k-home-stats">
            <TodayCard
              title="今日消费净额"
              now={data.consumeFen}
              before={data.consumeLastWeekFen}
              show={formatFenGrouped}
              unit="元"
            />
            <TodayCard
              title="今日充值存款"
              now={data.rechargeFen}
              before={data.rechargeLastWeekFen}
              show={formatFenGrouped}
              unit="元"
            />
            <TodayCard title="今日就餐人次" now={data.heads} before={data.headsLastWeek} show={whole} unit="人次" />
            <StatCard title="就餐人员账户余额合计" value={formatFenGrouped(data.floatFen)} unit="元" />
            <StatCard title="单位" value={whole(data.organizations)} unit="家" to="/admin/platform/organization" />
            <StatCard title="承包商" value={whole(data.contractors)} unit="家" to="/admin/platform/contractor" />
            <StatCard title="就餐人员" value={whole(data.people)} unit="人" to="/admin/platform/user" />
            <StatCard
              title="在线设备"
              value={`${data.devices.online} / ${data.devices.inUse}`}
              unit="台"
              to="/admin/platform/device?status=ACTIVE"
            />
          </div>
          <div className="k-home-columns">
            <HomeCard title="最近两周">
              <TwoWeeks days={data.days} />
            </HomeCard>
            <Busiest units={data.busiest} />
          </div>
        </>
      )}
    </HomeFrame>
  );
}

export default view({ page: Home });
