/** Gets diners ready as people would: the unit has an app, its clerk reads out binding codes, each types his into the app. */
import type { Clock } from '../../../kit/server/clock.ts';
import { type Clerk, everyRow, type SignedCall, signedCalls } from '../../device/public.server.ts';
import { inTurns } from './in-turns.ts';

const page = '/admin/organization/diner_app';
const base = '/api/diner/v1';
const appName = '模拟就餐人';

interface AppRow {
  id: number;
  appId: string;
  name: string;
  epoch: number;
}

interface Keyed {
  number: number;
  epoch: number;
  key: string;
}

/** The simulator's own app with a key nobody else has. */
async function openApp(clerk: Clerk): Promise<Keyed> {
  const known = (await everyRow<AppRow>(clerk, page, { name: appName })).find((row) => row.name === appName);
  if (known) {
    const { secret } = await clerk.call<{ secret: { value: string } }>(page, 'renew', { id: known.id });
    return { number: known.id, epoch: known.epoch + 1, key: secret.value };
  }
  const made = await clerk.call<{ id: number; secret: { value: string } }>(page, 'create', { name: appName });
  return { number: made.id, epoch: 1, key: made.secret.value };
}

/** A bound person's app. */
export interface Phone {
  personName: string;
  /** The last number used. */
  seq: number;
  readonly call: SignedCall;
}

/**
 * Binds `count` people of the unit, or all it has.
 * @throws with the server's message when something is refused.
 */
export async function bindDiners(
  url: string,
  clock: Clock,
  clerk: Clerk,
  count: number,
  atOnce: number,
): Promise<Phone[]> {
  const app = await openApp(clerk);
  const now = () => clock.now();
  const binder = signedCalls(url, base, app, now);
  const people = await everyRow<{ id: number; name: string }>(clerk, '/admin/organization/user', {
    status: ['NORMAL'],
  });
  // Numbers grow with time, so that those of an earlier run under the same key are never met again.
  const seq = clock.now();
  return inTurns(people.slice(0, count), atOnce, async ({ id, name }) => {
    const { secret } = await clerk.call<{ secret: { value: string } }>(page, 'code', { id: app.number, personId: id });
    const bound = await binder('POST', '/bind', { code: secret.value });
    if (bound.errorcode !== 0) throw new Error(`${name} 绑定失败：${bound.errormsg}`);
    const { bindingId } = bound.data as { bindingId: number };
    return { personName: name, seq, call: signedCalls(url, base, { ...app, number: bindingId }, now) };
  });
}
