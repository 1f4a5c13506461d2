/** 留样管理: over the records the day's matrix – what is missing first – where a press weighs or opens. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import type { Label } from '../labels.ts';
import type { Matrix, MatrixCell } from '../matrix.ts';
import { CellButton } from '../views/cell-button.tsx';
import { SampleLabels } from '../views/sample-label.tsx';
import { type ToWeigh, WeighDialog } from '../views/weigh-dialog.tsx';
import '../views/samples.css';

const weekday = (date: string) => '日一二三四五六'[new Date(`${date}T00:00:00Z`).getUTCDay()];

async function printLabels(path: string, ids: readonly number[]): Promise<void> {
  try {
    const labels = await post<Label[]>(path, 'labels', { ids });
    printNode(<SampleLabels labels={labels} />, 'size: 60mm 40mm; margin: 2mm');
  } catch (error) {
    feedback().message.error(error instanceof Error ? error.message : '没有打印');
  }
}

/** The day that is looked at stands in sight where the strip is wider than a tablet. */
const show = (button: HTMLButtonElement | null) => button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

function Days({ matrix, date, onDay }: { matrix: Matrix; date: string; onDay(date: string): void }) {
  return (
    <ul className="sm-days" aria-label="各天">
      {matrix.days.map((day) => (
        <li key={day.date}>
          <button
            type="button"
            ref={day.date === date ? show : undefined}
            aria-pressed={day.date === date}
            onClick={() => onDay(day.date)}
          >
            {day.date.slice(5)} 周{weekday(day.date)}
            {day.today ? '（今天）' : ''}
            <small>
              {day.should === 0 ? '没有应留' : `已留 ${day.done}/${day.should}`}
              {day.missed > 0 ? <span className="sm-bad"> 漏 {day.missed}</span> : null}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Panel({ path }: SlotProps) {
  const queries = useQueryClient();
  const [date, setDate] = useState(today());
  const [weighing, setWeighing] = useState<{ title: string; waiting: ToWeigh[] }>();
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'matrix', date],
    queryFn: ({ signal }) => post<Matrix>(path, 'matrix', { date }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { sums } = data;
  const mayWeigh = can(path, 'weighAll');
  const waits = ({ status }: MatrixCell) => status === 'TO_SAMPLE' || status === 'MISSED';
  const waitingOf = (mealId: number, only?: MatrixCell['status']): ToWeigh[] =>
    data.rows
      .filter((row) => row.mealId === mealId)
      .flatMap((row) =>
        data.places.flatMap((place) =>
          (row.cells[place.id] ?? [])
            .filter((cell) => waits(cell) && (only === undefined || cell.status === only))
            .map((cell) => ({ dish: row.dish, place: place.name, cell })),
        ),
      );
  const press = (cell: MatrixCell, row: Matrix['rows'][number], place: string) => {
    if (!waits(cell)) return () => openTab(`${path}/record?id=${cell.id}`);
    return mayWeigh
      ? () => setWeighing({ title: `称重 ${data.date} ${row.meal}`, waiting: [{ dish: row.dish, place, cell }] })
      : undefined;
  };
  const kept = data.rows
    .flatMap((row) => Object.values(row.cells).flat())
    .filter((cell) => cell.grams !== null && !['REMOVED'].includes(cell.status));
  const meals = [...new Map(data.rows.map((row) => [row.mealId, row.meal]))];
  return (
    <section className="sm-panel" aria-label="留样矩阵">
      <Days matrix={data} date={date} onDay={setDate} />
      <div className="sm-bar">
        <p className="sm-sums">
          {data.date} 应留 <b>{sums.should}</b> = 已留 <b>{sums.done}</b> + 漏留 <b>{sums.missed}</b> + 待留{' '}
          <b>{sums.waiting}</b>　已留 {sums.done} = 合格 {sums.good} + 量不足 {sums.light} + 超时 {sums.late}
        </p>
        <span className="k-spacer" />
        {mayWeigh
          ? meals.map(([id, meal]) => {
              const waiting = waitingOf(id);
              return waiting.length > 0 ? (
                <Button key={id} onClick={() => setWeighing({ title: `称重 ${data.date} ${meal}`, waiting })}>
                  {meal}称重（{waiting.length}）
                </Button>
              ) : null;
            })
          : null}
        {can(path, 'labels') && kept.length > 0 ? (
          <Button
            onClick={() =>
              void printLabels(
                path,
                kept.map((cell) => cell.id),
              )
            }
          >
            打印标签（{kept.length}）
          </Button>
        ) : null}
      </div>
      {data.rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        <section className="sm-grid" tabIndex={0} aria-label={`${data.date} 的菜品`}>
          <table>
            <thead>
              <tr>
                <th scope="col">餐次</th>
                <th scope="col">菜品</th>
                {data.places.map((place) => (
                  <th key={place.id} scope="col">
                    {place.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.key}>
                  <td>{row.meal}</td>
                  <th scope="row">{row.dish}</th>
                  {data.places.map((place) => (
                    <td key={place.id}>
                      {(row.cells[place.id] ?? []).map((cell) => (
                        <CellButton
                          key={cell.id}
                          cell={cell}
                          name={`${place.name} ${row.dish}`}
                          onPress={press(cell, row, place.name)}
                        />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <p className="k-muted">这一天没有应留的菜品：菜谱还没有发布，或当天不供餐；没有菜谱的一餐可以手工登记。</p>
      )}
      {weighing ? (
        <WeighDialog
          path={path}
          {...weighing}
          onClose={() => setWeighing(undefined)}
          onDone={() => void queries.invalidateQueries({ queryKey: pageKey(path) })}
        />
      ) : null}
    </section>
  );
}

export default view({ slots: { aboveFilter: Panel } });
