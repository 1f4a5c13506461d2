/** 单位首页: the work list, four figures against the same weekday, meals, two weeks, terminals. */
import { useMemo } from 'react';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { Chart } from '../../../../kit/console/widgets/chart.tsx';
import { daysOption } from '../../../../kit/console/widgets/days-option.ts';
import { HomeCard, HomeFrame, HomeTable, TodayCard, WorkList } from '../../../../kit/console/widgets/home.tsx';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import { StatCard } from '../../../../kit/console/widgets/stat-card.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { HomeDay, OrganizationHome, Taken } from '../home-figures.ts';

const whole = (n: number) => n.toLocaleString('en-US');

const chartOption = (days: readonly HomeDay[]) =>
  daysOption(
    days,
    { name: '消费净额（元）', of: (d) => d.consumeFen / 100 },
    { name: '就餐人次', of: (d) => d.heads, axis: '人次' },
  );

function Meals({ meals, date }: { meals: OrganizationHome['meals']; date: string }) {
  const lines = (id: number) => ({
    path: '/admin/organization/consume_detail',
    query: { businessDate: JSON.stringify([date, date]), mealPeriodId: String(id) },
  });
  return (
    <HomeTable
      title="今日各餐"
      headings={['餐次', '就餐人数', '上周同日', '笔数', '净额（元）']}
      empty="还没有设置餐次"
      rows={meals.map((m) => ({
        key: m.id,
        cells: [
          <Link key="name" to={lines(m.id)}>
            {m.name}
          </Link>,
          m.heads,
          <span key="before" className="k-muted">
            {m.lastWeekHeads}
          </span>,
          m.consumeCount,
          <MoneyText key="net" fen={m.netFen} />,
        ],
      }))}
    />
  );
}

/** 周一: days as they stand in dates, which are read as UTC. */
const weekday = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' });

/** How long there still is. */
function leftWords(minutes: number): string {
  if (minutes === 0) return '已截止';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `还有 ${hours > 0 ? `${hours} 小时 ` : ''}${rest} 分`;
}

function TakenCell(props: { taken: (Taken & { byDefault?: number }) | null; path: string; day: string; meal: number }) {
  const { taken, path, day, meal } = props;
  if (!taken) return <span className="k-muted">—</span>;
  const query = { diningDate: JSON.stringify([day, day]), mealPeriodId: String(meal) };
  return (
    <>
      <Link to={{ path, query }}>{whole(taken.portions)} 份</Link>
      {taken.byDefault ? `，默认就餐 ${whole(taken.byDefault)} 人` : ''}
      <span className={taken.leftMinutes === 0 ? 'k-muted' : ''}> {leftWords(taken.leftMinutes)}</span>
    </>
  );
}

/** Shown only where meals are reported or ordered at all. */
function Coming({ coming }: { coming: OrganizationHome['coming'] }) {
  if (coming.length === 0) return null;
  return (
    <HomeTable
      title="接下来的餐次"
      headings={['餐次', '报餐', '订餐', '预测份数']}
      empty=""
      rows={coming.map((m, key) => ({
        key,
        cells: [
          `${m.diningDate.slice(5)} ${weekday.format(new Date(m.diningDate))} ${m.mealName}`,
          <TakenCell
            key="reported"
            taken={m.reported}
            path="/admin/organization/report_meal_detail"
            day={m.diningDate}
            meal={m.mealPeriodId}
          />,
          <TakenCell
            key="ordered"
            taken={m.ordered}
            path="/admin/organization/order_food_detail"
            day={m.diningDate}
            meal={m.mealPeriodId}
          />,
          m.forecast === null ? (
            <span key="forecast" className="k-muted">
              —
            </span>
          ) : (
            <span key="forecast">
              {whole(m.forecast)} <span className="k-muted">{m.forecastRange}</span>
            </span>
          ),
        ],
      }))}
    />
  );
}

function stateWords({ online, lastBeatAt }: OrganizationHome['devices'][number]): string {
  if (online) return '在线';
  return lastBeatAt ? `离线，最后心跳 ${lastBeatAt.slice(5, 16).replace('T', ' ')}` : '尚未连接';
}

function Devices({ devices }: { devices: OrganizationHome['devices'] }) {
  return (
    <HomeTable
      title="设备"
      headings={['名称', '状态', '待上传（笔）']}
      empty="还没有设备"
      rows={devices.map((d) => ({
        key: d.id,
        cells: [
          d.name,
          <span key="state" className={`k-tag k-tag-${d.online ? 'success' : d.lastBeatAt ? 'warning' : 'neutral'}`}>
            {stateWords(d)}
          </span>,
          d.offlineCount,
        ],
      }))}
    />
  );
}

function TwoWeeks({ days }: { days: OrganizationHome['days'] }) {
  const option = useMemo(() => chartOption(days), [days]);
  return <Chart label="最近两周每天的消费净额与就餐人次" option={option} height={260} />;
}

function Home({ path }: PageProps) {
  return (
    <HomeFrame<OrganizationHome> path={path}>
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
              to="/admin/organization/consume_summary"
            />
            <TodayCard
              title="今日就餐人次"
              now={data.heads}
              before={data.headsLastWeek}
              show={whole}
              unit="人次"
              to="/admin/organization/consume"
            />
            <TodayCard
              title="今日充值存款"
              now={data.rechargeFen}
              before={data.rechargeLastWeekFen}
              show={formatFenGrouped}
              unit="元"
              to="/admin/organization/recharge/detail"
            />
            <StatCard
              title={`${data.people} 人账户余额合计`}
              value={formatFenGrouped(data.floatFen)}
              unit="元"
              to="/admin/organization/account_balance"
            />
          </div>
          <Coming coming={data.coming} />
          <div className="k-home-columns">
            <HomeCard title="最近两周">
              <TwoWeeks days={data.days} />
            </HomeCard>
            <Meals meals={data.meals} date={data.date} />
          </div>
          <Devices devices={data.devices} />
        </>
      )}
    </HomeFrame>
  );
}

export default view({ page: Home });
