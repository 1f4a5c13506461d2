/** What of menus and dishes waits for somebody, for the work list of the unit's home. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { WorkItem } from '../../shell/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** Days ahead, with today, for which a menu should be out. */
export const daysAhead = 3;
const count = sql<number>`count(*)::int`.as('n');

/** Dishes that wait for a check by somebody who did not make them: those this session may check. */
export async function dishesToCheck({ db, session }: Ctx): Promise<number> {
  const { n } = await db
    .selectFrom('dish')
    .select(count)
    .where('status', '=', 'PENDING')
    .where((eb) => eb.or([eb('maker_id', 'is', null), eb('maker_id', '<>', session.accountId)]))
    .executeTakeFirstOrThrow();
  return n;
}

export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const today = businessDay(ctx.clock.now());
  const last = addDays(today, daysAhead);
  const drafted = await ctx.db
    .selectFrom('food_menu as m')
    .select(count)
    .where('m.menu_date', '>=', today)
    .where('m.menu_date', '<=', last)
    .where('m.status', 'in', ['DRAFT', 'SUBMITTED'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('food_menu_item as i')
          .select('i.id')
          .whereRef('i.organization_id', '=', 'm.organization_id')
          .whereRef('i.menu_id', '=', 'm.id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return [
    {
      label: '未发布菜谱',
      count: drafted.n,
      path: `/admin/organization/food_menu?menuDate=${today},${last}&status=DRAFT,SUBMITTED`,
      hint: `今天起 ${daysAhead} 天内已排菜、还没有发布`,
    },
  ];
}
