/** On the home of who looks at the kitchen's people: who should have passed the morning check by now. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Work } from '../../shell/public.server.ts';
import { windowBeforeMs } from '../words.ts';
import { readMatrix } from './matrix.ts';

/** Those whose shift's window is open, 待复检 with them; late once a shift has begun. */
export async function checkWork(ctx: Ctx): Promise<Work[]> {
  const now = ctx.clock.now();
  const { rows } = await readMatrix(ctx, dateAt(now), null);
  const starts = rows
    .filter(({ standing }) => standing === 'NOT_CHECKED' || standing === 'FIX')
    .flatMap(({ start }) => (start !== null && start - windowBeforeMs <= now ? [start] : []));
  if (starts.length === 0) return [];
  return [
    {
      label: '未晨检',
      count: starts.length,
      path: '/admin/organization/morning_check',
      needs: 'register',
      bad: starts.some((start) => start <= now),
      hint: '已到晨检时间还没有合格，含待复检的',
    },
  ];
}
