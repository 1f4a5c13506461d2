/** Polls the reminder counts of organization accounts and says what is new. */
import { useCallback, useEffect, useState } from 'react';
import { accountType, useAdmin } from '../session/admin.ts';
import { takeSmallExport } from '../session/export-tasks.ts';
import { askReminders, newsOf, noReminders, pollEveryMs, type Reminders } from '../session/reminders.ts';
import { useExportsSeen, useExportWatch } from './export-watch.ts';
import { feedback } from './feedback.tsx';
import { queryClient } from './query-client.ts';

/** Kept beyond the session: what was told once is not told again at the next sign-in. */
const seenKey = 'onecard.reminders';

function seenBefore(owner: string): Reminders {
  try {
    const stored = JSON.parse(localStorage.getItem(seenKey) ?? 'null') as { owner: string; seen: Reminders } | null;
    return stored?.owner === owner ? stored.seen : noReminders;
  } catch {
    return noReminders;
  }
}

const sayTasks = () => void feedback().message.warning('您有新的任务，请查看');
const sayExport = () => void feedback().message.success('新的导出任务已完成');

/** The counts shown as badges; always zero, and never asked, for accounts that are no organization's. */
export function useReminders(owner: string): Reminders {
  const admin = useAdmin();
  const polled = accountType(admin) === 'ORGANIZATION';
  const [counts, setCounts] = useState<Reminders>(noReminders);

  /** Asks once; `quiet` takes the counts over without a word about exports, which were said already. */
  const look = useCallback(
    async (quiet: boolean) => {
      try {
        const after = await askReminders();
        const news = newsOf(seenBefore(owner), after);
        localStorage.setItem(seenKey, JSON.stringify({ owner, seen: after }));
        setCounts(after);
        if (news.tasks) sayTasks();
        if (news.exports && !quiet) sayExport();
      } catch {
        // The next look comes by itself; the offline banner already says why.
      }
    },
    [owner],
  );

  useEffect(() => {
    if (!polled) return;
    void look(false);
    const timer = setInterval(() => void look(false), pollEveryMs);
    return () => clearInterval(timer);
  }, [polled, look]);

  useExportWatch(async (task) => {
    if (await takeSmallExport(task)) feedback().message.success(`已下载 ${task.filename}`);
    else sayExport();
    void queryClient.invalidateQueries({ queryKey: ['exports'] });
    if (polled) void look(true);
  });
  useExportsSeen(() => {
    if (polled) void look(true);
  });
  return counts;
}
