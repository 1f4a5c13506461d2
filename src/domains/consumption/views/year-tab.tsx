/** 年历: a day is chosen, and in the dialog what it counts as; days after it may go with it. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { bookDay } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import { useTabState } from '../../../kit/console/nav/use-tab.ts';
import { afterWrite, pageKey } from '../../../kit/console/screens/query-keys.ts';
import { can } from '../../../kit/console/session/can.ts';
import { feedback } from '../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../kit/console/view.ts';
import { weekdayOf } from '../../../kit/console/widgets/year-days.ts';
import { YearSheet } from '../../../kit/console/widgets/year-sheet.tsx';
import { choice, date, text } from '../../../kit/define/field.ts';
import type { SetDay } from '../pricing/calendar.ts';
import { dayKinds } from '../pricing/day-words.ts';
import { nationalYears } from '../pricing/national-days.ts';
import './consumption.css';

const ActionDialog = lazy(() => import('../../../kit/console/screens/form/action-dialog.tsx'));

const byWeekday = '按星期判断';
const marks = { HOLIDAY: '休', WORKDAY: '班', WEEKEND: '末' } as const;
const kinds = dayKinds.map((kind) => ({ ...kind, mark: marks[kind.value] }));
/** What is asked of the days chosen; without a kind they are again what their weekday says. */
const asked = {
  dayKind: choice('算作', [...dayKinds, { value: 'PLAIN', label: byWeekday }], { required: true, width: 400 }),
  endDate: date('到', { required: true, help: '连续几天时改，含这一天' }),
  note: text('说明', { max: 50, placeholder: '如：校庆、停水', when: (values) => values.dayKind !== 'PLAIN' }),
};

export function YearTab({ path }: PageProps) {
  const queries = useQueryClient();
  const today = bookDay();
  const [year, setYear] = useTabState('year', () => Number(today.slice(0, 4)));
  const [day, setDay] = useState<string>();
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'year', year],
    queryFn: ({ signal }) => post<SetDay[]>(path, 'year', { year }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  const days = new Map((data ?? []).map((one) => [one.day, one]));
  const known = nationalYears.find(({ value }) => value === String(year));
  const save = async (values: Record<string, unknown>, requestKey: string) => {
    const [startDate, endDate] = [day!, String(values.endDate)];
    if (values.dayKind === 'PLAIN') {
      const ids = [...days.values()].filter((one) => one.day >= startDate && one.day <= endDate).map(({ id }) => id);
      if (ids.length > 0) await post(path, 'clear', { ids }, { requestKey });
    } else await post(path, 'set', { ...values, startDate }, { requestKey });
    feedback().message.success('日历已更新');
    await afterWrite(queries, path, []);
  };
  const load = async () => {
    const { receipt } = await post<{ receipt: { lines: [string, string][] } }>(path, 'national', {
      year: String(year),
    });
    feedback().message.success(receipt.lines.map((line) => line.join(' ')).join('，'));
    await afterWrite(queries, path, []);
  };
  const chosen = day === undefined ? undefined : days.get(day);
  return (
    <div className="k-page">
      <section className="k-card cn-year" aria-label={`${year} 年日历`}>
        <div className="cn-year-bar">
          <Button aria-label="上一年" icon={<LeftOutlined />} onClick={() => setYear(year - 1)} />
          <h2>{year} 年</h2>
          <Button aria-label="下一年" icon={<RightOutlined />} onClick={() => setYear(year + 1)} />
          {known && can(path, 'national') ? (
            <Button title={`${known.label}；手工设置过的日期保持不变`} onClick={() => void load()}>
              载入 {year} 年法定节假日
            </Button>
          ) : null}
          <span className="k-muted">
            {can(path, 'set') ? '点一天改它算作什么；方向键移动，回车打开。' : ''}
            定值、报餐、订餐、菜谱与预测都以此为准。
          </span>
        </div>
        {error ? <Empty description={`没有读出来：${error.message}`} /> : null}
        {data && days.size === 0 ? (
          <Alert type="warning" showIcon title={`${year} 年还没有节假日：所有日期只按星期判断。`} />
        ) : null}
        {data ? (
          <YearSheet
            year={year}
            kinds={kinds}
            days={days}
            today={today}
            plain={byWeekday}
            onDay={can(path, 'set') ? setDay : undefined}
          />
        ) : error ? null : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </section>
      {day === undefined ? null : (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={`${day} ${weekdayOf(day)}`}
            fields={asked}
            note={null}
            row={undefined}
            start={{ dayKind: chosen?.kind ?? 'HOLIDAY', endDate: day, note: chosen?.note ?? null }}
            danger={false}
            onSubmit={save}
            onClose={() => setDay(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
