/** The reason for acting after the cut-off, of who may. */
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { lateVerb } from './report-words.ts';

/** What was given as the reason, empty for whoever does not have the page's right. */
export function lateReasonOf(ctx: Ctx, given: unknown): string {
  const entry = ctx.services.registry.at(ctx.path);
  const allowed = entry !== undefined && may(ctx.session, entry.page, entry.path, lateVerb);
  return allowed ? String(given ?? '').trim() : '';
}
