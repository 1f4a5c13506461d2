/**
 * 终端未全部同步，仍然启用: who may take a former card's number at once, with which reason, and how the log says so. On a
 * terminal that does not know yet, the former holder's card is charged to the new one.
 */
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { reuseVerb } from './reuse-fields.ts';

/** What forms and imports say of it. */
export interface ReuseSaid {
  reuseNow?: boolean | null;
  reuseReason?: string | null;
}

/** `{field: message}` (without labels) of what stands against it; undefined when it is not asked for or may be done. */
export function reuseErrors(ctx: Ctx, { reuseNow, reuseReason }: ReuseSaid): Record<string, string> | undefined {
  if (!reuseNow) return undefined;
  const entry = ctx.services.registry.at(ctx.path);
  if (!entry || !may(ctx.session, entry.page, entry.path, reuseVerb)) return { reuseNow: '没有权限，请联系管理员' };
  return reuseReason?.trim() ? undefined : { reuseReason: '不能为空' };
}

/** For rows and cards that are written: nothing, or that the number is taken at once. */
export const reuseOf = ({ reuseNow }: ReuseSaid): { reuse?: 'NOW' } => (reuseNow ? { reuse: 'NOW' } : {});

/** Lines of the audit log. */
export function reuseChanges({ reuseNow, reuseReason }: ReuseSaid) {
  if (!reuseNow) return [];
  return [{ key: 'reuseNow', label: '终端未全部同步，仍然启用', before: null, after: reuseReason?.trim() ?? '' }];
}
