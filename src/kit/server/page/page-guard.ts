/** Who has a say beside roles in what a session may do: a domain may set one guard, asked once by the door of all pages. */
import { dutyOf } from '../../define/duty.ts';
import type { Action } from '../../define/page.ts';
import type { Ctx, Session } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import { permissionOf } from './grants.ts';
import type { Registered } from './registry.ts';

export interface PageGuard {
  /** Why the verb is not for the session now; `reads`: it changes nothing. */
  refuse(ctx: Ctx, entry: Registered, verb: string, reads: boolean): Promise<Refusal | undefined>;
  /** Which paths the session's menus leave out. */
  hides(session: Session): Promise<(path: string) => boolean>;
  /** What is said above the pages behind a path: the right to them is about to end, or has. */
  warns(session: Session): Promise<(path: string) => string | undefined>;
  /** What is known of a unit has changed. */
  forget(unitType: string, unitId: number): void;
}

declare module '../context.ts' {
  interface Services {
    pageGuard?: PageGuard;
  }
}

const looking = new Set(['query', 'notice', 'export', 'reveal', 'outcome', 'options']);
/** Buttons that answer something to read and write no more than the log. */
const showing = new Set<Action['shows']>(['file', 'receipt']);

/** Does the verb change nothing but the log? Unknown ones are taken to change something. */
export function readsOnly({ page, binding }: Registered, verb: string): boolean {
  if (looking.has(permissionOf(verb)) || binding.reads?.includes(verb)) return true;
  const buttons = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])];
  const button = buttons.find((one): one is Action => typeof one !== 'string' && one.key === verb);
  if (button) return showing.has(button.shows) && !button.form && dutyOf(page, verb) === 'look';
  return dutyOf(page, verb) === 'look' && !(verb in (page.verbs ?? {}));
}
