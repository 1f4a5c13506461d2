/** The week at hand: read, changed with undo, judged while it is planned, saved cell by cell. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { useDirty } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type DayVerdict, judgeDays, mealsOfCells } from '../../nutrition/judge-days.ts';
import { begin, changedCells, type Grid, gridOf, type History, keyOf, redo, step, undo } from '../grid-state.ts';
import { type Finding, judgeMenus } from '../judge.ts';
import type { Saved } from '../save-cells.ts';
import type { Week, WeekDish } from '../week.ts';

export interface WeekAtHand {
  week: Week;
  dishes: ReadonlyMap<number, WeekDish>;
  /** Portions foretold, by cell. */
  foretold: ReadonlyMap<string, number>;
  /** What they stand on beside habit, by cell. */
  notes: ReadonlyMap<string, string>;
  grid: Grid;
  changed: number;
  findings: ReadonlyMap<string, readonly Finding[]>;
  /** What whole days hold against what people need, by day. */
  verdicts: ReadonlyMap<string, DayVerdict>;
  canUndo: boolean;
  canRedo: boolean;
  change(next: (grid: Grid) => Grid): void;
  undo(): void;
  redo(): void;
  /** Writes what was changed; answers the week as it is then, undefined when some cells were not written. */
  save(): Promise<Week | undefined>;
  saving: boolean;
  /** Reads the week anew: what was changed and not saved is gone. */
  reload(): Promise<Week | undefined>;
}

export function useWeek(path: string, date: string): { at: WeekAtHand | undefined; error: Error | null } {
  const queries = useQueryClient();
  const key = [...pageKey(path), 'week', date];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => post<Week>(path, 'week', { date }, { signal }),
    staleTime: 30_000,
  });
  const week = query.data;
  const [history, setHistory] = useState<History>(() => begin(new Map()));
  const [saving, setSaving] = useState(false);
  const saved = useMemo(() => (week ? gridOf(week.cells) : new Map()), [week]);
  const shown = useRef<Week | undefined>(undefined);
  useEffect(() => {
    if (!week || shown.current === week) return;
    shown.current = week;
    setHistory(begin(gridOf(week.cells)));
  }, [week]);
  const dishes = useMemo(() => new Map(week?.dishes.map((dish) => [dish.id, dish])), [week]);
  const foretold = useMemo(
    () => new Map(week?.forecasts.map((one) => [keyOf(one.restaurantId, one.date, one.mealPeriodId), one.portions])),
    [week],
  );
  const notes = useMemo(
    () => new Map(week?.forecasts.map((one) => [keyOf(one.restaurantId, one.date, one.mealPeriodId), one.note])),
    [week],
  );
  const changed = useMemo(() => changedCells(saved, history.now), [saved, history.now]);
  useDirty(changed.length > 0);
  const findings = useMemo(() => {
    if (!week) return new Map<string, Finding[]>();
    const menus = [...history.now.values()].filter((cell) => cell.items.length > 0 && cell.status !== 'CLOSED');
    const served = [
      ...week.served,
      ...menus.flatMap((cell) =>
        cell.items.map((item) => ({ restaurantId: cell.restaurantId, dishId: item.dishId, date: cell.date })),
      ),
    ];
    const rules = {
      ...week.rules,
      places: week.places,
      mealNames: new Map(week.meals.map((meal) => [meal.id, meal.name])),
      served,
    };
    const open = menus.filter((cell) => cell.status !== 'PUBLISHED');
    return Map.groupBy(judgeMenus(open, dishes, rules), (one) => one.menuKey);
  }, [week, history.now, dishes]);
  const verdicts = useMemo(() => {
    const days = week ? judgeDays(mealsOfCells(history.now.values(), week, dishes), week.target) : [];
    return new Map(days.map((day) => [day.date, day]));
  }, [week, history.now, dishes]);
  if (!week) return { at: undefined, error: query.error };
  const reload = async () => {
    shown.current = undefined;
    await queries.invalidateQueries({ queryKey: pageKey(path) });
    return (await query.refetch()).data;
  };
  const save = async () => {
    if (changed.length === 0) return week;
    setSaving(true);
    try {
      const cells = changed.map(({ restaurantId, mealPeriodId, date: day, version, items }) => ({
        restaurantId,
        mealPeriodId,
        date: day,
        version,
        items: items.map(({ dishId, priceFen, planQty, orderLimit, limitPerPerson, cookName, needSample }) => ({
          dishId,
          priceFen,
          planQty,
          orderLimit,
          limitPerPerson,
          cookName,
          needSample,
        })),
      }));
      const { written, unwritten } = await post<Saved>(path, 'save', { cells });
      if (unwritten.length > 0)
        feedback().modal.warning({
          title: `已保存 ${written} 餐，${unwritten.length} 餐没有保存`,
          content: unwritten
            .slice(0, 6)
            .map((one) => `${one.date.slice(5)} ${one.why}`)
            .join('；'),
        });
      else feedback().message.success(`已保存 ${written} 餐`);
      const now = await reload();
      return unwritten.length === 0 ? now : undefined;
    } catch (error) {
      feedback().message.error(error instanceof Error ? error.message : '没有保存');
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return {
    at: {
      week,
      dishes,
      foretold,
      notes,
      grid: history.now,
      changed: changed.length,
      findings,
      verdicts,
      canUndo: history.past.length > 0,
      canRedo: history.ahead.length > 0,
      change: (next) => setHistory((before) => step(before, next(before.now))),
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      save,
      saving,
      reload,
    },
    error: query.error,
  };
}
