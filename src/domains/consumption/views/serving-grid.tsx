/** 餐厅餐次 as a grid: a restaurant a row, a meal a column. */
import { Checkbox, Empty, Table } from 'antd';
import { Link } from '../../../kit/console/nav/link.tsx';
import type { FormBodyProps } from '../../../kit/console/view.ts';
import type { Serving, ServingRestaurant } from '../restaurant-meals.ts';

export function ServingGrid({ values, change, errors }: FormBodyProps) {
  const serving = values.serving as Serving | null;
  if (!serving) return null;
  const { meals, restaurants } = serving;
  if (restaurants.length === 0 || meals.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="先添加餐厅和餐次">
        <Link to="/admin/organization/restaurant">餐厅/档口</Link>　<Link to="/admin/organization/meal">餐次设置</Link>
      </Empty>
    );
  const all = meals.map((m) => m.id);
  const served = (r: ServingRestaurant) => (r.mealPeriodIds.length === 0 ? all : r.mealPeriodIds);
  const set = (restaurantId: number, mealPeriodIds: number[]) =>
    change({
      serving: {
        meals,
        restaurants: restaurants.map((r) => (r.restaurantId === restaurantId ? { ...r, mealPeriodIds } : r)),
      },
    });
  const turn = (row: ServingRestaurant, meal: number, on: boolean) =>
    set(row.restaurantId, on ? [...served(row), meal] : served(row).filter((id) => id !== meal));
  return (
    <>
      <p className="k-help">
        不供应的餐次，该餐厅的设备联机时拒绝消费；脱机时已吃过的照常入账。「全部餐次」包括以后新增的餐次。停止供餐请停用餐厅。
      </p>
      {errors.serving ? <p className="k-negative">{errors.serving}</p> : null}
      <Table<ServingRestaurant>
        size="small"
        rowKey="restaurantId"
        pagination={false}
        dataSource={restaurants}
        columns={[
          { title: '餐厅', dataIndex: 'restaurantName' },
          {
            title: '全部餐次',
            align: 'center' as const,
            width: 110,
            render: (_, row) => (
              <Checkbox
                aria-label={`${row.restaurantName} 供应全部餐次`}
                checked={row.mealPeriodIds.length === 0}
                onChange={(e) => set(row.restaurantId, e.target.checked ? [] : all)}
              />
            ),
          },
          ...meals.map((meal) => ({
            title: (
              <>
                {meal.name}
                <br />
                <span style={{ fontWeight: 400 }}>
                  {meal.startTime}–{meal.endTime}
                </span>
              </>
            ),
            key: meal.id,
            align: 'center' as const,
            width: 130,
            render: (_: unknown, row: ServingRestaurant) => {
              const on = served(row).includes(meal.id);
              return (
                <Checkbox
                  aria-label={`${row.restaurantName} 供应${meal.name}`}
                  checked={on}
                  disabled={row.mealPeriodIds.length === 0 || (on && served(row).length === 1)}
                  onChange={(e) => turn(row, meal.id, e.target.checked)}
                />
              );
            },
          })),
        ]}
      />
    </>
  );
}
