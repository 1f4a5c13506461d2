/** How an account wants the console to look. */
import { z } from 'zod';
import { densities, themeChoices } from '../../kit/define/looks.ts';
import { saveLooks } from '../../kit/server/account-looks.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';

const looksBody = z.object({ theme: z.enum(themeChoices).optional(), density: z.enum(densities).optional() });

/** Stores colours or the height of rows; what is not sent stays. */
export async function changeLooks(ctx: Ctx, body: unknown): Promise<Refusal | null> {
  const { success, data } = looksBody.safeParse(body);
  if (!success) return refuse('MALFORMED', { detail: '外观 theme 或 density' });
  await saveLooks(ctx.db, ctx.session.accountId, data);
  return null;
}
