/** Follows an export just started to its end and says so, instead of waiting for the next five-minute look. */
import { useEffect, useEffectEvent } from 'react';
import { type ExportTask, hasFailed, listExports } from '../session/export-tasks.ts';

const lookEveryMs = 2000;
const listeners = new Set<(id: number) => void>();
const onlookers = new Set<() => void>();

/** Tells the shell that export task `id` was started here. */
export function exportStarted(id: number): void {
  for (const listener of listeners) listener(id);
}

/** Tells the shell that the finished files were looked at. */
export function exportsSeen(): void {
  for (const onlooker of onlookers) onlooker();
}

/** Calls back whenever the centre was looked into. */
export function useExportsSeen(onSeen: () => void): void {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const onlooker = () => seen();
    onlookers.add(onlooker);
    return () => void onlookers.delete(onlooker);
  }, []);
}

/** Calls back once with every followed task that is finished; failed ones are left to the export centre. */
export function useExportWatch(onFinished: (task: ExportTask) => void): void {
  const finished = useEffectEvent(onFinished);
  useEffect(() => {
    const followed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const tasks = await listExports().catch(() => undefined);
      for (const task of tasks ?? []) {
        if (!followed.has(task.id) || !(task.finish || hasFailed(task))) continue;
        followed.delete(task.id);
        if (task.finish) finished(task);
      }
      timer = followed.size > 0 ? setTimeout(look, lookEveryMs) : undefined;
    };
    const follow = (id: number) => {
      followed.add(id);
      timer ??= setTimeout(look, lookEveryMs / 2);
    };
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
      clearTimeout(timer);
    };
  }, []);
}
