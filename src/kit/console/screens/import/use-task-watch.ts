/** Asks a running import how far it is, until it is over. */
import { useEffect, useRef } from 'react';
import { ApiError } from '../../http/client.ts';
import { type ImportStatus, taskStatus } from './import-api.ts';

const pollMs = 1000;

export const isOver = ({ status }: ImportStatus) => status !== 'RUNNING' && status !== 'CHECKED';

export interface TaskWatcher {
  onStatus(status: ImportStatus): void;
  /** The server does not know the task, or not for this person. */
  onLost(message: string): void;
  /** No answer came; it is asked again. */
  onSilence(): void;
}

/** Watches `taskId` of a page; undefined watches nothing. */
export function useTaskWatch(path: string, taskId: number | undefined, watcher: TaskWatcher): void {
  const told = useRef(watcher);
  useEffect(() => {
    told.current = watcher;
  });
  useEffect(() => {
    if (taskId === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const ask = async () => {
      try {
        const now = await taskStatus(path, taskId);
        if (gone) return;
        told.current.onStatus(now);
        if (isOver(now)) return;
      } catch (error) {
        if (gone) return;
        if (error instanceof ApiError && error.errorcode > 0) return told.current.onLost(error.message);
        told.current.onSilence();
      }
      timer = setTimeout(ask, pollMs);
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, taskId]);
}
