/** Bodies of a page's own verbs, read by a schema before the verb sees them. */
import type { z } from 'zod';
import type { Ctx } from '../context.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Verb } from './binding.ts';

/** The body as its schema says, or MALFORMED naming what is wrong with it. */
function readBody<T>(schema: z.ZodType<T>, body: unknown): T | Refusal {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return refuse('MALFORMED', { detail: issue ? `${issue.path.join('.')} 不正确` : '内容不正确' });
}

/** Reads a body and answers with it; a body that does not fit is refused. `takes` tells the API's description of it. */
export const withBody = <T>(schema: z.ZodType<T>, work: (ctx: Ctx, body: T) => Promise<unknown>): Verb =>
  Object.assign(
    async (ctx: Ctx, body: Record<string, unknown>): Promise<unknown> => {
      const read = readBody(schema, body);
      return isRefusal(read) ? read : work(ctx, read);
    },
    { takes: schema },
  );
