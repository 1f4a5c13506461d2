/** The grid: meals of restaurants down, days across; walked by keys, dishes dragged between its cells. */
import { type DragEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Link } from '../../../../kit/console/nav/link.tsx';
import type { DayVerdict } from '../../nutrition/judge-days.ts';
import { weekdayNames } from '../days.ts';
import { emptyCell, type Grid, type GridCell, type ItemRef, isLoose, keyOf } from '../grid-state.ts';
import type { Finding } from '../judge.ts';
import type { Week, WeekDish } from '../week.ts';
import { Cell, noFindings } from './cell.tsx';
import { carries, type Dragged, dragItems, dropped } from './drag.ts';

export interface RowOf {
  restaurantId: number;
  mealPeriodId: number;
}

export interface WeekTableProps {
  week: Week;
  /** Of the week, those that are drawn: on a phone one at a time. */
  days: readonly string[];
  rows: readonly RowOf[];
  grid: Grid;
  saved: Grid;
  dishes: ReadonlyMap<number, WeekDish>;
  foretold: ReadonlyMap<string, number>;
  notes: ReadonlyMap<string, string>;
  findings: ReadonlyMap<string, readonly Finding[]>;
  /** What whole days hold against what people need, by day. */
  verdicts: ReadonlyMap<string, DayVerdict>;
  focus: string;
  selected: readonly ItemRef[];
  canEdit: boolean;
  onFocus(key: string): void;
  onSelect(refs: readonly ItemRef[]): void;
  onDrop(dragged: Dragged, cell: GridCell, copy: boolean, before?: number): void;
  onKey(event: KeyboardEvent, cell: GridCell): void;
}

const none: ReadonlySet<number> = new Set();

export const cellAt = (grid: Grid, { restaurantId, mealPeriodId }: RowOf, date: string): GridCell =>
  grid.get(keyOf(restaurantId, date, mealPeriodId)) ?? emptyCell(restaurantId, date, mealPeriodId);

/** 营养 12 / 18: a day's checks as it stands on the screen; what is missed by hover, every check behind it. */
function Verdict({ verdict }: { verdict: DayVerdict | undefined }) {
  if (!verdict) return null;
  const { date, met, advice } = verdict;
  return (
    <Link
      className={advice === '' ? 'mw-verdict' : 'mw-verdict mw-warning'}
      to={`/admin/organization/nourishment?menuDate=${date},${date}`}
      title={`全天营养${met}${advice === '' ? '' : `；${advice}`}。点开看逐项（已保存的）`}
    >
      {met.replace('符合', '营养').replace(/ 项.*/, '')}
    </Link>
  );
}

export function WeekTable(props: WeekTableProps) {
  const { week, days, rows, grid, saved, dishes, foretold, notes, findings, verdicts, focus, selected, canEdit } =
    props;
  const body = useRef<HTMLTableSectionElement>(null);
  const mealOf = (id: number) => week.meals.find((meal) => meal.id === id)?.name ?? '';
  const nameOf = (day: string) => weekdayNames[week.days.indexOf(day)] ?? '';
  const wastedAt = (key: string) =>
    week.wasted.find((one) => keyOf(one.restaurantId, one.date, one.mealPeriodId) === key)?.text;
  const placeOf = (id: number) => week.places.find((place) => place.id === id)?.name ?? '';
  const found = (target: EventTarget | null): { cell: GridCell; dishId?: number } | undefined => {
    const element = (target as HTMLElement | null)?.closest<HTMLElement>('[data-key]');
    const key = element?.dataset.key;
    if (!key) return undefined;
    const [restaurantId, date, mealPeriodId] = key.split('|');
    const cell = cellAt(grid, { restaurantId: Number(restaurantId), mealPeriodId: Number(mealPeriodId) }, date!);
    const dish = (target as HTMLElement).closest<HTMLElement>('[data-dish]')?.dataset.dish;
    return dish === undefined ? { cell } : { cell, dishId: Number(dish) };
  };
  const go = (rowBy: number, dayBy: number) => {
    const [restaurantId, date, mealPeriodId] = focus.split('|');
    const row = rows.findIndex(
      (one) => String(one.restaurantId) === restaurantId && String(one.mealPeriodId) === mealPeriodId,
    );
    const day = days.indexOf(date ?? '');
    const nextRow = rows[Math.max(0, Math.min(rows.length - 1, row + rowBy))];
    const nextDay = days[Math.max(0, Math.min(days.length - 1, day + dayBy))];
    if (!nextRow || !nextDay) return;
    const key = keyOf(nextRow.restaurantId, nextDay, nextRow.mealPeriodId);
    props.onFocus(key);
    body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    const at = found(event.target);
    if (!at) return;
    const arrows: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const way = arrows[event.key];
    if (way) {
      event.preventDefault();
      go(...way);
    } else props.onKey(event, at.cell);
  };
  const click = (event: MouseEvent) => {
    const at = found(event.target);
    if (!at) return;
    props.onFocus(at.cell.key);
    if (at.dishId === undefined) return props.onSelect([]);
    const ref = { key: at.cell.key, dishId: at.dishId };
    const has = selected.some((one) => one.key === ref.key && one.dishId === ref.dishId);
    if (event.ctrlKey || event.metaKey)
      props.onSelect(
        has ? selected.filter((one) => one.key !== ref.key || one.dishId !== ref.dishId) : [...selected, ref],
      );
    else props.onSelect([ref]);
  };
  const dragStart = (event: DragEvent) => {
    const at = found(event.target);
    if (at?.dishId === undefined) return;
    const ref = { key: at.cell.key, dishId: at.dishId };
    const many = selected.some((one) => one.key === ref.key && one.dishId === ref.dishId);
    dragItems(event, many ? selected : [ref]);
  };
  const dragOver = (event: DragEvent) => {
    const at = found(event.target);
    if (!at || !canEdit || !carries(event) || !isLoose(at.cell)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = event.ctrlKey
      ? 'copy'
      : event.dataTransfer.effectAllowed === 'copy'
        ? 'copy'
        : 'move';
  };
  const drop = (event: DragEvent) => {
    const at = found(event.target);
    const dragged = dropped(event);
    if (!at || !dragged) return;
    event.preventDefault();
    props.onDrop(dragged, at.cell, event.ctrlKey, at.dishId);
  };
  let last = 0;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid that is edited and walked with the arrow keys.
      role="grid"
      aria-label="周菜谱"
      className="mw-grid"
    >
      <thead>
        <tr>
          <th scope="col">餐厅</th>
          <th scope="col">餐次</th>
          {days.map((day) => (
            <th key={day} scope="col" className={week.off.includes(day) ? 'mw-off' : ''}>
              {nameOf(day)} <small>{day.slice(5)}</small>
              {week.off.includes(day) ? <small> 休</small> : null}
              <Verdict verdict={verdicts.get(day)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={keyDown} onClick={click} onDragStart={dragStart} onDragOver={dragOver} onDrop={drop}>
        {rows.map((row) => {
          const first = row.restaurantId !== last;
          last = row.restaurantId;
          const span = rows.filter((one) => one.restaurantId === row.restaurantId).length;
          return (
            <tr key={`${row.restaurantId}|${row.mealPeriodId}`}>
              {first ? (
                <th scope="rowgroup" rowSpan={span}>
                  {placeOf(row.restaurantId)}
                </th>
              ) : null}
              <th scope="row">{mealOf(row.mealPeriodId)}</th>
              {days.map((day) => {
                const cell = cellAt(grid, row, day);
                const own = selected.filter((one) => one.key === cell.key);
                return (
                  <Cell
                    key={cell.key}
                    cell={cell}
                    label={`${placeOf(row.restaurantId)} ${nameOf(day)} ${mealOf(row.mealPeriodId)}，${cell.items.length} 道菜`}
                    dishes={dishes}
                    foretold={foretold.get(cell.key)}
                    note={notes.get(cell.key) ?? ''}
                    wasted={wastedAt(cell.key)}
                    findings={findings.get(cell.key) ?? noFindings}
                    focused={focus === cell.key}
                    selected={own.length > 0 ? new Set(own.map((one) => one.dishId)) : none}
                    changed={
                      saved.get(cell.key) !== cell &&
                      cell.items !== saved.get(cell.key)?.items &&
                      (cell.items.length > 0 || saved.has(cell.key))
                    }
                    loose={isLoose(cell)}
                  />
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
