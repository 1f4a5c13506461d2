/** 备餐单: the day, the meal and what is counted by; what changed since it was printed; below, the sheet as it is printed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Segmented, Select, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { longText } from '../../../../kit/define/field.ts';
import { changesBetween, figuresOf, type SheetFigure } from '../changes.ts';
import { type Basis, bases } from '../portions.ts';
import type { KitchenPrint, Prints } from '../prints.ts';
import type { CarefulDiner } from '../read-diners.ts';
import type { KitchenSheet } from '../read-kitchen.ts';
import type { MealOnSheet } from '../read-meals.ts';
import { Changed } from '../views/changed.tsx';
import { Sheet } from '../views/sheet.tsx';

const ActionDialog = lazy(() => import('../../../../kit/console/screens/form/action-dialog.tsx'));

const namesFields = {
  reason: longText('查看原因', { required: true, min: 2, max: 100, placeholder: '如：分餐时单独打餐' }),
};

interface Read {
  sheet: KitchenSheet;
  prints: Prints;
}
interface Printed {
  sheet: KitchenSheet;
  last: SheetFigure[] | null;
  printed: KitchenPrint;
}

const keyOf = (meal: { restaurantId: number; mealPeriodId: number }) => `${meal.restaurantId}-${meal.mealPeriodId}`;

function Kitchen({ path }: PageProps) {
  const { query } = useTab();
  const client = useQueryClient();
  const unit = useAdmin().belong?.name ?? '';
  const [menuId, setMenuId] = useState(/^\d+$/.test(query.id ?? '') ? Number(query.id) : null);
  const [day, setDay] = useState<string | null>(query.day ?? null);
  const [chosen, setChosen] = useState<string>();
  const [basis, setBasis] = useState<Basis | null>(null);
  const [named, setNamed] = useState<{ meal: string; diners: CarefulDiner[] }>();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const meals = useQuery({
    queryKey: [...pageKey(path), 'meals', day],
    queryFn: ({ signal }) => post<{ day: string; meals: MealOnSheet[] }>(path, 'meals', { day }, { signal }),
    retry: false,
  });
  const listed = meals.data?.meals ?? [];
  const meal = listed.find((one) => keyOf(one) === chosen) ?? listed.find((one) => !one.over) ?? listed[0];
  const asked =
    menuId !== null
      ? { menuId, basis }
      : meal && { date: meals.data!.day, restaurantId: meal.restaurantId, mealPeriodId: meal.mealPeriodId, basis };
  const read = useQuery({
    queryKey: [...pageKey(path), 'sheet', asked],
    queryFn: ({ signal }) => post<Read>(path, 'sheet', { ...asked }, { signal }),
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    retry: false,
  });
  const data = asked === undefined ? undefined : read.data;
  const sheet = data?.sheet;
  const here = sheet && keyOf(sheet);
  const mealKey = sheet ? `${sheet.date} ${here}` : '';
  const diners = named?.meal === mealKey ? named.diners : undefined;
  const changes = data?.prints.last ? changesBetween(data.prints.last, figuresOf(data.sheet)) : [];
  const print = async () => {
    setBusy(true);
    try {
      const answer = await post<Printed>(path, 'print', { ...asked });
      const since = answer.last ? changesBetween(answer.last, figuresOf(answer.sheet)) : [];
      const printed = `${formatTime(answer.printed.at)} ${answer.printed.by}`;
      printNode(
        <Sheet sheet={answer.sheet} unit={unit} printed={printed} changes={since} diners={diners} />,
        'size: A4; margin: 10mm',
      );
      await client.invalidateQueries({ queryKey: [...pageKey(path), 'sheet'] });
    } catch (error) {
      feedback().message.error(error instanceof Error ? error.message : '没有打印');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="k-page kt">
      <div className="kt-bar" role="toolbar" aria-label="备餐单">
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayOf(menuId === null ? meals.data?.day : sheet?.date)}
          onChange={(value) => {
            setMenuId(null);
            setChosen(undefined);
            setDay(value?.format('YYYY-MM-DD') ?? null);
          }}
        />
        <Select
          aria-label="餐次与餐厅"
          className="kt-meals"
          value={(menuId === null ? meal && keyOf(meal) : here) ?? null}
          options={
            menuId !== null && sheet
              ? [{ value: here!, label: `${sheet.meal} · ${sheet.place}` }]
              : listed.map((one) => ({ value: keyOf(one), label: one.label }))
          }
          onChange={(key) => setChosen(key ?? undefined)}
        />
        <Segmented<Basis>
          aria-label="份数依据"
          value={basis ?? sheet?.basis ?? 'PLAN'}
          options={[...bases]}
          onChange={setBasis}
        />
        <span className="k-spacer" />
        {sheet && sheet.careful.length > 0 && can(path, 'careful') ? (
          <Button onClick={() => setAsking(true)} disabled={diners !== undefined}>
            过敏人员姓名
          </Button>
        ) : null}
        <Button type="primary" disabled={!data || read.isPlaceholderData} loading={busy} onClick={() => void print()}>
          打印
        </Button>
      </div>
      {meals.error || read.error ? (
        <Alert type="error" showIcon title={(meals.error ?? read.error)?.message ?? ''} />
      ) : null}
      {asked === undefined && meals.data ? <Empty description="这一天没有菜谱，也没有人报餐或订餐" /> : null}
      {asked !== undefined && !data && !read.error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {data ? <Changed prints={data.prints} changes={changes} /> : null}
      {data ? (
        <div className="k-card kt-paper">
          <Sheet sheet={data.sheet} unit={unit} printed="" changes={changes} diners={diners} />
        </div>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title="查看过敏人员姓名"
            fields={namesFields}
            note="姓名会显示在备餐单上并随它打印；查看的人、时间和原因记入日志。"
            row={undefined}
            start={undefined}
            danger={false}
            onSubmit={async ({ reason }) => {
              const { basis: _, ...of } = { basis, ...asked };
              const answer = await post<{ diners: CarefulDiner[] }>(path, 'careful', { ...of, reason });
              setNamed({ meal: mealKey, diners: answer.diners });
              setAsking(false);
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const dayOf = (day: string | undefined) => (day ? dayjs(day) : null);

export default view({ page: Kitchen });
