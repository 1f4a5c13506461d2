/** 排班: the week's grid, one choice per worker and day; copied from the week before, saved as a whole. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useDirty, useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { addDays, mondayOf, weekdayNames } from '../../../menu/public.ts';
import { posts } from '../../words.ts';
import type { RosterWeek } from '../read-week.ts';
import { SettingDialog } from './setting-dialog.tsx';
import '../../views/kitchen.css';

interface Chosen {
  shift: string | null;
  leave: string | null;
}
type Worker = RosterWeek['workers'][number];

const off: Chosen = { shift: null, leave: null };
const keyOf = (workerId: number, day: string) => `${workerId}/${day}`;
/** What a choice is called in the grid: 休, a shift, a shift somebody stays away from. */
const textOf = ({ shift, leave }: Chosen) => (shift === null ? '' : `${leave === null ? '' : 'leave:'}${shift}`);
const chosenOf = (text: string): Chosen =>
  text === ''
    ? off
    : text.startsWith('leave:')
      ? { shift: text.slice(6), leave: '请假' }
      : { shift: text, leave: null };
const storedOf = (worker: Worker, day: string): Chosen => worker.cells[day] ?? off;

function Pick(props: {
  label: string;
  week: RosterWeek;
  value: Chosen;
  changed: boolean;
  disabled: boolean;
  onChange: (next: Chosen) => void;
}) {
  const { label, week, value, changed, disabled, onChange } = props;
  const names = new Set([...week.shifts.map((shift) => shift.name), ...(value.shift ? [value.shift] : [])]);
  return (
    <select
      className="kc-pick"
      aria-label={label}
      data-changed={changed}
      data-off={value.shift === null || value.leave !== null}
      disabled={disabled}
      value={textOf(value)}
      onChange={(event) => onChange(chosenOf(event.target.value))}
    >
      <option value="">休</option>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      <optgroup label="请假">
        {[...names].map((name) => (
          <option key={name} value={`leave:${name}`}>
            {name} 请假
          </option>
        ))}
      </optgroup>
    </select>
  );
}

export function RosterTab({ path }: PageProps) {
  const queries = useQueryClient();
  const [date, setDate] = useTabState('roster-week', () => mondayOf(today()));
  const [edits, setEdits] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [saving, setSaving] = useState(false);
  const [setting, setSetting] = useState(false);
  useDirty(edits.size > 0);
  const { data: week, error } = useQuery({
    queryKey: [...pageKey(path), 'week', date],
    queryFn: ({ signal }) => post<RosterWeek>(path, 'week', { day: date }, { signal }),
    retry: false,
  });
  const mayEdit = can(path, 'roster');
  const put = (changes: readonly [Worker, string, Chosen][]) =>
    setEdits((before) => {
      const next = new Map(before);
      for (const [worker, day, chosen] of changes) {
        if (worker.cells[day]?.fixed) continue;
        const same = textOf(chosen) === textOf(storedOf(worker, day));
        if (same) next.delete(keyOf(worker.id, day));
        else next.set(keyOf(worker.id, day), chosen);
      }
      return next;
    });
  const save = async () => {
    setSaving(true);
    try {
      const cells = [...edits].map(([key, chosen]) => {
        const [workerId, day] = key.split('/') as [string, string];
        return { workerId: Number(workerId), day, ...chosen };
      });
      const { written } = await post<{ written: number }>(path, 'roster', { cells });
      feedback().message.success(`已保存 ${written} 格，门禁权限随之更新`);
      setEdits(new Map());
      await queries.invalidateQueries({ queryKey: pageKey(path) });
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有保存');
    } finally {
      setSaving(false);
    }
  };
  const copyLast = async () => {
    const before = await post<RosterWeek>(path, 'week', { day: addDays(date, -7) });
    const then = new Map(before.workers.map((worker) => [worker.id, worker]));
    if (!week) return;
    put(
      week.workers.flatMap((worker) =>
        week.days.map((day): [Worker, string, Chosen] => {
          const cell = then.get(worker.id)?.cells[addDays(day, -7)];
          return [worker, day, cell ? { shift: cell.shift, leave: null } : off];
        }),
      ),
    );
  };
  const go = (to: string) => {
    setEdits(new Map());
    setDate(mondayOf(to));
  };
  return (
    <div className="k-page kc">
      <div className="kc-bar" role="toolbar" aria-label="排班周">
        <Button aria-label="上一周" disabled={edits.size > 0} onClick={() => go(addDays(date, -7))}>
          ‹
        </Button>
        <DatePicker
          aria-label="周"
          picker="week"
          allowClear={false}
          disabled={edits.size > 0}
          format={() => `${date} 至 ${addDays(date, 6).slice(5)}`}
          value={dayjs(date)}
          onChange={(value) => value && go(value.format('YYYY-MM-DD'))}
        />
        <Button aria-label="下一周" disabled={edits.size > 0} onClick={() => go(addDays(date, 7))}>
          ›
        </Button>
        <span className="k-spacer" />
        {can(path, 'setting') ? <Button onClick={() => setSetting(true)}>班次与晨检设置</Button> : null}
        {mayEdit ? (
          <>
            <Button disabled={!week} onClick={() => void copyLast()}>
              复制上周
            </Button>
            <Button disabled={edits.size === 0} onClick={() => setEdits(new Map())}>
              放弃
            </Button>
            <Button type="primary" disabled={edits.size === 0} loading={saving} onClick={() => void save()}>
              {edits.size > 0 ? `保存 ${edits.size} 格` : '已保存'}
            </Button>
          </>
        ) : null}
      </div>
      {error ? <Empty description={`没有读出来：${error.message}`} /> : null}
      {week ? (
        <section className="k-card kc-box" aria-label="排班">
          <table className="kc-table kc-grid">
            <thead>
              <tr>
                <th scope="col">姓名</th>
                <th scope="col">岗位</th>
                {week.days.map((day, i) => (
                  <th key={day} scope="col">
                    {weekdayNames[i]} {day.slice(5)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {week.workers.map((worker) => (
                <tr key={worker.id}>
                  <th scope="row">{worker.name}</th>
                  <td>{labelIn(posts, worker.post)}</td>
                  {week.days.map((day) => (
                    <td key={day}>
                      <Pick
                        label={`${worker.name} ${day}`}
                        week={week}
                        value={edits.get(keyOf(worker.id, day)) ?? storedOf(worker, day)}
                        changed={edits.has(keyOf(worker.id, day))}
                        disabled={!mayEdit || worker.cells[day]?.fixed === true}
                        onChange={(next) => put([[worker, day, next]])}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {week.workers.length === 0 ? <Empty description="还没有后厨人员，请先在“后厨人员”里登记" /> : null}
        </section>
      ) : error ? null : (
        <Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />
      )}
      {setting ? <SettingDialog path={path} onClose={() => setSetting(false)} /> : null}
    </div>
  );
}
