/** What is said above pages changes while somebody works: an application nears its end, or was renewed a minute ago. */

import type { Menu } from '../session/admin.ts';
import { askMenus } from '../session/load-admin.ts';
import { pollEveryMs } from '../session/reminders.ts';

/** Where something is said already, whoever mends it wants to see it go. */
const warnedEveryMs = 60_000;

const warned = (menus: readonly Menu[] | null | undefined): boolean =>
  menus?.some(({ warning, children }) => warning !== undefined || warned(children)) ?? false;

/** Asks for the menus again and again from these on; `take` gets what has changed. The answer stops it. */
export function watchMenus(menus: readonly Menu[], take: (menus: Menu[]) => void): () => void {
  const timer = setInterval(
    () => {
      // What fails is asked again at the next turn; the strip of a lost connection says why.
      askMenus().then(
        (now) => {
          if (now && JSON.stringify(now) !== JSON.stringify(menus)) take(now);
        },
        () => undefined,
      );
    },
    warned(menus) ? warnedEveryMs : pollEveryMs,
  );
  return () => clearInterval(timer);
}
