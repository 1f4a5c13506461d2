/** Polls the reminder counts of organization accounts and says what is new. */
import { useEffect, useState } from 'react';
import { accountType, useAdmin } from '../session/admin.ts';
import { askReminders, newsOf, noReminders, pollEveryMs, type Reminders } from '../session/reminders.ts';
import { feedback } from './feedback.tsx';

const seenKey = 'onecard.reminders';

function seenBefore(owner: string): Reminders {
  try {
    const stored = JSON.parse(sessionStorage.getItem(seenKey) ?? 'null') as { owner: string; seen: Reminders } | null;
    return stored?.owner === owner ? stored.seen : noReminders;
  } catch {
    return noReminders;
  }
}

/** The counts shown as badges; always zero, and never asked, for accounts that are no organization's. */
export function useReminders(owner: string): Reminders {
  const admin = useAdmin();
  const polled = accountType(admin) === 'ORGANIZATION';
  const [counts, setCounts] = useState<Reminders>(noReminders);

  useEffect(() => {
    if (!polled) return;
    let stopped = false;
    const look = async () => {
      try {
        const after = await askReminders();
        if (stopped) return;
        const news = newsOf(seenBefore(owner), after);
        sessionStorage.setItem(seenKey, JSON.stringify({ owner, seen: after }));
        setCounts(after);
        if (news.tasks) feedback().message.warning('您有新的任务，请查看');
        if (news.exports) feedback().message.success('新的导出任务已完成');
      } catch {
        // The next look comes by itself; the offline banner already says why.
      }
    };
    void look();
    const timer = setInterval(() => void look(), pollEveryMs);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [polled, owner]);

  return counts;
}
