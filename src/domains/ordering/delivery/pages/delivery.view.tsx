/** 配送单: the day and the meal; a sheet per area, handed over and signed for here. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Empty, Select, Skeleton } from 'antd';
import { Fragment, useState } from 'react';
import { clock, formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import type { CarriedArea, CarriedOrder, DeliverySheet } from '../read-delivery.ts';
import { AreaSheet } from '../views/sheet.tsx';
import { SignOffDialog } from '../views/sign-off-dialog.tsx';

const ordersOf = (area: CarriedArea): CarriedOrder[] => area.addresses.flatMap((address) => address.orders);
const toHandOver = (area: CarriedArea) =>
  ordersOf(area).filter((order) => ['ACCEPTED', 'COOKING', 'READY'].includes(order.status));
const underWay = (area: CarriedArea) => ordersOf(area).filter((order) => order.status === 'DELIVERING');

function Delivery({ path }: PageProps) {
  const main = path.replace(/\/delivery$/, '');
  const { query } = useTab();
  const unit = useAdmin().belong?.name ?? '';
  const { message } = App.useApp();
  const cache = useQueryClient();
  const [date, setDate] = useState<string | null>(query.date ?? null);
  const [mealPeriodId, setMeal] = useState<number | null>(null);
  const [signing, setSigning] = useState<CarriedArea | null>(null);
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), date, mealPeriodId],
    queryFn: ({ signal }) => post<DeliverySheet>(path, 'sheet', { date, mealPeriodId }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  const again = () => Promise.all([path, main].map((one) => cache.invalidateQueries({ queryKey: pageKey(one) })));
  const handOver = async (area: CarriedArea) => {
    try {
      await post(main, 'deliver', { ids: toHandOver(area).map((order) => order.id) });
      message.success(`${area.name} 已交接`);
    } catch (problem) {
      message.error((problem as Error).message);
    }
    await again();
  };
  const meal = data?.meals.find((one) => one.mealPeriodId === data.mealPeriodId);
  const sheetOf = (area: CarriedArea) => (
    <AreaSheet area={area} unit={unit} title={`${data!.date} ${meal?.name ?? ''}`} printed={formatTime(clock.now())} />
  );
  const print = (areas: readonly CarriedArea[]) =>
    printNode(
      areas.map((area) => <Fragment key={area.areaId}>{sheetOf(area)}</Fragment>),
      'size: A4; margin: 10mm',
    );
  return (
    <div className="k-page dv">
      <div className="dv-bar" role="toolbar" aria-label="配送单">
        <DatePicker
          aria-label="就餐日期"
          allowClear={false}
          value={data ? dayjs(data.date) : null}
          onChange={(value) => {
            setMeal(null);
            setDate(value?.format('YYYY-MM-DD') ?? null);
          }}
        />
        <Select
          aria-label="餐次"
          className="dv-meals"
          placeholder="没有配送的餐次"
          value={data?.mealPeriodId ?? null}
          options={(data?.meals ?? []).map((one) => ({
            value: one.mealPeriodId,
            label: `${one.name}（${one.orders} 单）`,
          }))}
          onChange={(id) => setMeal(id)}
        />
        <span className="k-spacer" />
        <Button type="primary" disabled={!data || data.areas.length === 0} onClick={() => print(data!.areas)}>
          打印全部
        </Button>
      </div>
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {data && data.areas.length === 0 ? <Empty description="这一餐没有要配送的订单" /> : null}
      {data && data.areas.length > 0 ? (
        <div className="k-card dv-paper">
          {data.areas.map((area) => (
            <Fragment key={area.areaId}>
              <div className="dv-area" role="toolbar" aria-label={area.name}>
                <Button disabled={toHandOver(area).length === 0} onClick={() => void handOver(area)}>
                  交接配送 {toHandOver(area).length} 单
                </Button>
                <Button disabled={underWay(area).length === 0} onClick={() => setSigning(area)}>
                  签收 {underWay(area).length} 单
                </Button>
                <Button onClick={() => print([area])}>打印{area.name}</Button>
              </div>
              {sheetOf(area)}
            </Fragment>
          ))}
        </div>
      ) : null}
      {signing ? (
        <SignOffDialog
          path={main}
          title={`签收 ${signing.name}`}
          orders={underWay(signing)}
          onDone={() => {
            setSigning(null);
            void again();
          }}
          onClose={() => setSigning(null)}
        />
      ) : null}
    </div>
  );
}

export default view({ page: Delivery });
