/** The week at hand: read, changed with undo, saved cell by cell; what others changed meanwhile is kept apart to be decided. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useMemo, useRef, useState } from 'react';
import { clock } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { useDirty } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { SavedTicks } from '../../reports/set-meals.ts';
import {
  type Applied,
  copied,
  type Edits,
  type Gate,
  type History,
  habitual,
  keyOf,
  redo,
  type Stored,
  skippedWords,
  step,
  storedOf,
  strangers,
  unchanged,
  undo,
  type Wish,
  wish,
} from '../ticks.ts';
import type { GridWeek } from '../week.ts';

/** A cell that somebody else changed, with what was wanted of it here. */
export interface Clash {
  key: string;
  personId: number;
  slot: number;
  /** Portions wanted here, and there. */
  mine: number;
  theirs: number;
  byName: string;
  at: string;
}

export interface GridAtHand {
  week: GridWeek;
  stored: Stored;
  edits: Edits;
  clashes: readonly Clash[];
  gate: Gate;
  lateReason: string;
  setLateReason(reason: string): void;
  canUndo: boolean;
  canRedo: boolean;
  /** Applies wishes as one step; what may not be changed is told. `of` names the doing. */
  apply(wishes: readonly Wish[], of?: string): void;
  undo(): void;
  redo(): void;
  copyLastWeek(): Promise<void>;
  /** Ticks what people's fixed weekdays say. */
  fillHabits(): void;
  /** Mine or theirs, for these cells. */
  decide(keys: readonly string[], whose: 'mine' | 'theirs'): void;
  /** Writes what was changed; false when something was not written. */
  save(): Promise<boolean>;
  saving: boolean;
}

export interface GridFilter {
  date: string;
  departmentIds: number[];
  typeIds: number[];
}

/** What is done cell by cell, or by keys. */
const byHand = '填写';

const failed = (error: unknown) => feedback().message.error(error instanceof Error ? error.message : '没有完成');

/** What was left of cells typed in is told in passing; of a copied week it stays until it is read. */
function tellSkipped(of: string, week: GridWeek, { skipped, changed }: Applied, more: readonly string[]) {
  const words = skippedWords(week, skipped);
  const cells = words.reduce((sum, one) => sum + one.cells, 0);
  const { message, modal } = feedback();
  if (of === byHand) {
    if (cells > 0)
      message.warning(`跳过 ${cells} 格（${words.map((one) => `${one.name} ${one.cells} 格`).join('；')}）`, 6);
    return;
  }
  if (cells === 0 && more.length === 0) {
    message.info(changed > 0 ? `${of}：改了 ${changed} 格` : `${of}：没有要改的`);
    return;
  }
  const lines = words.map(
    (one) =>
      `${one.name}：${one.cells} 格（${one.examples.join('、')}${one.cells > one.examples.length ? ' 等' : ''}）`,
  );
  modal.warning({
    title: `${of}：改了 ${changed} 格${cells > 0 ? `，跳过 ${cells} 格` : ''}`,
    content: createElement(
      'ul',
      { className: 'rm-skipped' },
      [...lines, ...more].map((line) => createElement('li', { key: line }, line)),
    ),
  });
}

const weekBefore = (date: string) => {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
};

export function useGrid(path: string, filter: GridFilter): { at: GridAtHand | undefined; error: Error | null } {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...pageKey(path), 'week', filter],
    queryFn: ({ signal }) => post<GridWeek>(path, 'week', filter, { signal }),
    staleTime: 30_000,
  });
  const week = query.data;
  const [history, setHistory] = useState<History>(unchanged);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [lateReason, setLateReason] = useState('');
  const [saving, setSaving] = useState(false);
  const stored = useMemo(() => (week ? storedOf(week) : new Map()), [week]);
  const shown = useRef('');
  const asked = JSON.stringify(filter);
  useEffect(() => {
    if (shown.current === asked) return;
    shown.current = asked;
    setHistory(unchanged);
    setClashes([]);
  }, [asked]);
  useDirty(history.now.size > 0 || clashes.length > 0);
  if (!week) return { at: undefined, error: query.error };
  // The server's clock judges cut-offs: how far this one is off was seen when the week came.
  const aheadMs = query.dataUpdatedAt - week.nowMs;
  const gate = { nowMs: clock.now() - aheadMs, late: lateReason.trim().length >= 2 };
  const kindOf = new Map(week.people.map((person) => [person.id, person.kind]));

  const apply = (wishes: readonly Wish[], of = byHand, more: readonly string[] = []) => {
    const applied = wish(week, stored, history.now, wishes, gate);
    tellSkipped(of, week, applied, more);
    setHistory((before) => step(before, applied.edits));
  };
  const save = async () => {
    if (history.now.size === 0) return true;
    setSaving(true);
    try {
      const wanted = history.now;
      const meals = week.meals.length;
      const cells = [...wanted].map(([key, portions]) => {
        const [personId, slot] = key.split('/').map(Number) as [number, number];
        const { mealPeriodId } = week.slots[slot]!;
        return {
          personId,
          day: Math.floor(slot / meals),
          mealPeriodId,
          portions,
          version: stored.get(key)?.version ?? 0,
        };
      });
      const saved = await post<SavedTicks>(path, 'save', { date: filter.date, cells, lateReason: lateReason.trim() });
      const slotOf = new Map(week.slots.map((slot, i) => [`${slot.date}/${slot.mealPeriodId}`, i]));
      const found = saved.conflicts.map((one): Clash => {
        const slot = slotOf.get(`${one.diningDate}/${one.mealPeriodId}`)!;
        const key = keyOf(one.personId, slot);
        const mine = wanted.get(key)!;
        return { key, personId: one.personId, slot, mine, theirs: one.portions, byName: one.byName, at: one.at };
      });
      if (saved.refused.length > 0)
        feedback().modal.warning({
          title: `已保存 ${saved.written} 格，${saved.refused.length} 格不能保存`,
          content: [...new Set(saved.refused.map((one) => one.why))].slice(0, 6).join('；'),
        });
      else if (found.length > 0)
        feedback().message.warning(`已保存 ${saved.written} 格，${found.length} 格已被他人修改`);
      else feedback().message.success(`已保存 ${saved.written} 格`);
      await queries.invalidateQueries({ queryKey: pageKey(path) });
      setHistory(unchanged);
      setClashes((before) => [...before.filter((one) => !found.some((two) => two.key === one.key)), ...found]);
      return saved.refused.length === 0 && found.length === 0;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    at: {
      week,
      stored,
      edits: history.now,
      clashes,
      gate,
      lateReason,
      setLateReason,
      canUndo: history.past.length > 0,
      canRedo: history.ahead.length > 0,
      apply,
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      copyLastWeek: async () => {
        try {
          const before = await post<GridWeek>(path, 'week', { ...filter, date: weekBefore(filter.date) });
          const fresh = strangers(before, week);
          const names = `${fresh.slice(0, 5).join('、')}${fresh.length > 5 ? ` 等 ${fresh.length} 人` : ''}`;
          apply(copied(before, week), '复制上周', fresh.length > 0 ? [`上周不在名单里，没有可复制的：${names}`] : []);
        } catch (error) {
          failed(error);
        }
      },
      fillHabits: () => {
        const wishes = habitual(week, stored, history.now);
        if (wishes.length === 0) feedback().message.info('本周没有可按固定周历补上的餐；固定周历在「固定周历」登记');
        else apply(wishes, '按固定周历填充');
      },
      decide: (keys, whose) => {
        const chosen = clashes.filter((one) => keys.includes(one.key));
        setClashes(clashes.filter((one) => !keys.includes(one.key)));
        if (whose === 'mine')
          apply(
            chosen.map((one) => ({
              personId: one.personId,
              kind: kindOf.get(one.personId) ?? 0,
              slot: one.slot,
              portions: one.mine,
            })),
            '用我的',
          );
      },
      save,
      saving,
    },
    error: query.error,
  };
}
