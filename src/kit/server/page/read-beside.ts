/** Which readings of pages may go to a standby, and that the primary answers where it cannot. */
import type { AnyPage } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { isDatabaseAway } from '../db/away.ts';
import { isTakenBack } from '../db/read-beside.ts';

/** Lists over more days than this are read beside. */
const longDays = 31;
const dayMs = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}/;

const isLong = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value as unknown[];
  if (typeof from !== 'string' || typeof to !== 'string' || !date.test(from) || !date.test(to)) return false;
  return Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10)) > longDays * dayMs;
};

/** A report, or a list over a long time. */
export const mayReadBeside = (page: AnyPage, search: object): boolean =>
  page.report !== undefined || Object.values(search).some(isLong);

/** Reads on the standby what may be read there and is there; else where `ctx` reads. */
export async function beside<T>(ctx: Ctx, page: AnyPage, search: object, read: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { services } = ctx;
  if (!services.besideDb || !mayReadBeside(page, search) || !(await services.beside!.caughtUp())) return read(ctx);
  try {
    return await read({ ...ctx, db: services.scoped(ctx.scope, services.besideDb) });
  } catch (error) {
    if (isTakenBack(error) || isDatabaseAway(error)) return read(ctx);
    throw error;
  }
}
