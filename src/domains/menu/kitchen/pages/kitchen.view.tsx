/** 备餐单: the day, the meal and what is counted by; below, the sheet as it is printed. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { clock, formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { type Basis, bases } from '../portions.ts';
import type { KitchenSheet, MealOnSheet } from '../read-kitchen.ts';
import { Sheet } from '../views/sheet.tsx';

function Kitchen({ path }: PageProps) {
  const { query } = useTab();
  const unit = useAdmin().belong?.name ?? '';
  const asked = /^\d+$/.test(query.id ?? '') ? Number(query.id) : undefined;
  const [day, setDay] = useState<string | null>(query.day ?? null);
  const [chosen, setChosen] = useState(asked);
  const [basis, setBasis] = useState<Basis | null>(null);
  const meals = useQuery({
    queryKey: [...pageKey(path), 'meals', day],
    queryFn: ({ signal }) => post<{ day: string; meals: MealOnSheet[] }>(path, 'meals', { day }, { signal }),
    retry: false,
  });
  const menuId = chosen ?? meals.data?.meals[0]?.id;
  const sheet = useQuery({
    queryKey: [...pageKey(path), 'sheet', menuId, basis],
    queryFn: ({ signal }) => post<KitchenSheet>(path, 'sheet', { menuId, basis }, { signal }),
    enabled: menuId !== undefined,
    placeholderData: (before) => before,
    retry: false,
  });
  const { data } = sheet;
  const shownDay = data && chosen === data.menuId && day === null ? data.date : (meals.data?.day ?? null);
  const printed = () => <Sheet sheet={data!} unit={unit} printed={formatTime(clock.now())} />;
  return (
    <div className="k-page kt">
      <div className="kt-bar" role="toolbar" aria-label="备餐单">
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={shownDay ? dayjs(shownDay) : null}
          onChange={(value) => {
            setChosen(undefined);
            setDay(value?.format('YYYY-MM-DD') ?? null);
          }}
        />
        <Select
          aria-label="餐次与餐厅"
          className="kt-meals"
          value={menuId ?? null}
          options={
            data && !meals.data?.meals.some((one) => one.id === data.menuId)
              ? [{ value: data.menuId, label: `${data.meal} · ${data.place}` }]
              : (meals.data?.meals ?? []).map((one) => ({ value: one.id, label: one.label }))
          }
          onChange={(id) => setChosen(id ?? undefined)}
        />
        <Segmented<Basis>
          aria-label="份数依据"
          value={basis ?? data?.basis ?? 'PLAN'}
          options={[...bases]}
          onChange={setBasis}
        />
        <span className="k-spacer" />
        <Button type="primary" disabled={!data} onClick={() => printNode(printed(), 'size: A4; margin: 10mm')}>
          打印
        </Button>
      </div>
      {meals.error || sheet.error ? (
        <Alert type="error" showIcon title={(meals.error ?? sheet.error)?.message ?? ''} />
      ) : null}
      {menuId === undefined && meals.data ? <Empty description="这一天还没有菜谱" /> : null}
      {menuId !== undefined && !data && !sheet.error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {data && menuId !== undefined ? <div className="k-card kt-paper">{printed()}</div> : null}
    </div>
  );
}

export default view({ page: Kitchen });
