/** 人工报餐（V2）: the week of a department on one grid. */
import { Button, DatePicker, Empty, Input, type InputRef, Select, Skeleton } from 'antd';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { formatShortTime, today } from '../../../../kit/console/clock.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useTabState } from '../../../../kit/console/nav/use-tab.ts';
import { can } from '../../../../kit/console/session/can.ts';
import type { PageProps } from '../../../../kit/console/view.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { addDays, mondayOf } from '../../../menu/public.ts';
import { lateVerb } from '../../reports/report-words.ts';
import { keyOf, stateOf, termsAt } from '../ticks.ts';
import { ClashList } from './clash-list.tsx';
import { GridTable } from './table.tsx';
import { type GridAtHand, type GridFilter, useGrid } from './use-grid.ts';
import './grid.css';

type Shown = 'DUE' | 'ALL' | 'SOME' | 'NONE' | 'AWAY' | 'CHANGED';

const shownWords: readonly { value: Shown; label: string }[] = [
  { value: 'DUE', label: '须报餐人员' },
  { value: 'ALL', label: '全部人员' },
  { value: 'SOME', label: '本周有报餐' },
  { value: 'NONE', label: '本周未报餐' },
  { value: 'AWAY', label: '本周有缺勤' },
  { value: 'CHANGED', label: '有未保存的改动' },
];

/** People whom the filters over what was read leave. */
function usePeople({ week, stored, edits }: GridAtHand, shown: Shown, word: string) {
  return useMemo(() => {
    const find = word.trim().toLowerCase();
    return week.people.filter((person) => {
      if (find !== '' && !person.name.toLowerCase().includes(find) && !person.jobNumber.toLowerCase().includes(find))
        return false;
      if (shown === 'ALL') return true;
      if (shown === 'AWAY') return Object.keys(week.away[person.id] ?? {}).length > 0;
      if (shown === 'CHANGED') return week.slots.some((_, slot) => edits.has(keyOf(person.id, slot)));
      if (shown === 'DUE') return (week.terms[person.kind] ?? []).some((own) => own !== null);
      const some = week.slots.some((_, slot) => {
        const own = termsAt(week, person, slot);
        return own && stateOf(stored, edits, keyOf(person.id, slot), own).portions > 0;
      });
      // Who is not here any more is not waited for.
      return shown === 'SOME' ? some : !some && !week.gone[person.id];
    });
  }, [week, stored, edits, shown, word]);
}

/** «距截止 2 小时 13 分», of the next meal that closes. */
function nextCutOff({ week, gate }: GridAtHand): string {
  const [next] = week.slots
    .filter((slot, i) => slot.closesAt > gate.nowMs && Object.values(week.terms).some((own) => own[i]))
    .sort((a, b) => a.closesAt - b.closesAt);
  if (!next) return '本周各餐均已截止';
  const minutes = Math.ceil((next.closesAt - gate.nowMs) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const left = [days > 0 ? `${days} 天` : '', hours > 0 ? `${hours} 小时` : '', days > 0 ? '' : `${minutes % 60} 分`];
  const name = week.meals.find((meal) => meal.id === next.mealPeriodId)?.name ?? '';
  return `${next.date.slice(5)} ${name} ${formatShortTime(next.closesAt)} 截止，还有 ${left.filter(Boolean).join(' ')}`;
}

export function GridPage({ path }: PageProps) {
  const [filter, setFilter] = useTabState<GridFilter>('filter', () => ({
    date: mondayOf(today()),
    departmentIds: [],
    typeIds: [],
  }));
  const { at, error } = useGrid(path, filter);
  const leave = async (change: Partial<GridFilter>) => {
    if (!at || at.edits.size === 0 || (await at.save())) setFilter((before) => ({ ...before, ...change }));
  };
  return (
    <div className="k-page rm">
      <div className="rm-bar" role="toolbar" aria-label="报餐周">
        <Button aria-label="上一周" onClick={() => void leave({ date: addDays(filter.date, -7) })}>
          ‹
        </Button>
        <DatePicker
          aria-label="周"
          picker="week"
          allowClear={false}
          format={() => `${filter.date} 至 ${addDays(filter.date, 6).slice(5)}`}
          value={dayjs(filter.date)}
          onChange={(value) => value && void leave({ date: mondayOf(value.format('YYYY-MM-DD')) })}
        />
        <Button aria-label="下一周" onClick={() => void leave({ date: addDays(filter.date, 7) })}>
          ›
        </Button>
        <RefSelect
          tree
          multiple
          label="部门"
          className="rm-departments"
          placeholder="全部部门"
          source="/admin/organization/department"
          value={filter.departmentIds}
          onChange={(value) => void leave({ departmentIds: Array.isArray(value) ? value : [] })}
        />
        <RefSelect
          multiple
          label="人员类别"
          className="rm-types"
          placeholder="全部类别"
          source="/admin/organization/type"
          value={filter.typeIds}
          onChange={(value) => void leave({ typeIds: Array.isArray(value) ? value : [] })}
        />
        {at ? <Tools path={path} at={at} /> : null}
      </div>
      {at ? (
        <GridAt path={path} at={at} />
      ) : error ? (
        <Empty description={`报餐没有读出来：${error.message}`} style={{ padding: 48 }} />
      ) : (
        <Skeleton active className="k-waiting" paragraph={{ rows: 10 }} />
      )}
    </div>
  );
}

function Tools({ path, at }: { path: string; at: GridAtHand }) {
  const canEdit = can(path, 'save');
  const changed = at.edits.size;
  return (
    <>
      <span className="k-spacer" />
      {canEdit ? <Button onClick={() => void at.copyLastWeek()}>复制上周</Button> : null}
      {canEdit ? <Button onClick={at.fillHabits}>按固定周历填充</Button> : null}
      <Button disabled={!at.canUndo} onClick={at.undo} title="Ctrl+Z">
        撤销
      </Button>
      <Button disabled={!at.canRedo} onClick={at.redo} title="Ctrl+Y">
        重做
      </Button>
      {canEdit ? (
        <Button
          type={changed > 0 ? 'primary' : 'default'}
          disabled={changed === 0}
          loading={at.saving}
          title="Ctrl+S"
          onClick={() => void at.save()}
        >
          {changed > 0 ? `保存 ${changed} 格` : '已保存'}
        </Button>
      ) : null}
    </>
  );
}

function GridAt({ path, at }: { path: string; at: GridAtHand }) {
  const { week } = at;
  const [word, setWord] = useTabState('word', '');
  const [shown, setShown] = useState<Shown>('DUE');
  const finder = useRef<InputRef>(null);
  const people = usePeople(at, shown, word);
  const canEdit = can(path, 'save');
  const keyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const letter = event.key.toLowerCase();
    const typing = (event.target as HTMLElement).closest('input') !== null;
    if (letter === 's') void at.save();
    else if (letter === 'z' && !typing) event.shiftKey ? at.redo() : at.undo();
    else if (letter === 'y' && !typing) at.redo();
    else return;
    event.preventDefault();
  };
  if (week.meals.length === 0)
    return (
      <Empty
        style={{ padding: 48 }}
        description={
          <>
            还没有可报餐的餐次，请先设置 <Link to="/admin/organization/meal_reporting_period">报餐时段</Link>
          </>
        }
      />
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo, redo and saving work anywhere on the page.
    <div className="rm-main" onKeyDown={keyDown}>
      <div className="rm-bar">
        <Input
          ref={finder}
          aria-label="姓名/工号"
          placeholder="姓名/工号"
          allowClear
          className="rm-find"
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <Select<Shown>
          aria-label="显示"
          className="rm-shown"
          value={shown}
          options={[...shownWords]}
          onChange={setShown}
        />
        {can(path, lateVerb) ? (
          <Input
            aria-label="补报/撤报原因"
            placeholder="补报/撤报原因，填写后可改已截止的"
            className="rm-late"
            maxLength={100}
            allowClear
            value={at.lateReason}
            onChange={(event) => at.setLateReason(event.target.value)}
          />
        ) : null}
        <span className="rm-next">{nextCutOff(at)}</span>
        <span className="k-spacer" />
        <span className="rm-next">
          {people.length} 人{week.more > 0 ? `（另有 ${week.more} 人，请选部门）` : ''}
        </span>
      </div>
      <ClashList at={at} />
      {people.length === 0 ? (
        <Empty description="没有符合条件的人员" style={{ padding: 48 }} />
      ) : (
        <GridTable
          at={at}
          people={people}
          canEdit={canEdit}
          onFind={(letter) => {
            setWord(letter);
            finder.current?.focus();
          }}
        />
      )}
      <p className="rm-legend">
        <span>
          <b className="rm-on">✓</b> 已报，数字为份数
        </span>
        <span>
          <b className="rm-default">✓</b> 默认就餐
        </span>
        <span>
          <b className="rm-off">–</b> 未报
        </span>
        <span>
          <b className="rm-off">假</b> 缺勤
        </span>
        <span>表头「客」是已批准的客餐人数</span>
        <span>
          <i className="rm-locked" /> 已锁，停留看原因
        </span>
        <span>
          <i className="rm-none" /> 不用报餐
        </span>
        <span>方向键移动，Shift 选区，空格报/取消，数字改份数，Ctrl+C / V 复制粘贴，Ctrl+Z 撤销，Ctrl+S 保存</span>
      </p>
    </div>
  );
}
