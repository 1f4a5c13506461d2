/** 免扣与停报. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { type ChosenPeople, peopleOr } from '../../reports/chosen-people.ts';
import { type Listing, listPeople, unlist } from '../list-people.ts';
import { listWord } from '../list-words.ts';
import spec from './report-meal-mode-list.page.ts';

async function add(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = values as unknown as ChosenPeople & Omit<Listing, 'personIds'>;
  const personIds = await peopleOr(ctx, choice);
  if ('refused' in personIds) return personIds;
  const { kind, fromDate, toDate, reason } = choice;
  const count = await listPeople(ctx, { personIds, kind, fromDate, toDate, reason });
  if (isRefusal(count)) return count;
  const span = `${fromDate} 至 ${toDate ?? '长期'}`;
  await ctx.audit({ action: `加入${listWord(kind)}名单`, targetName: `${span} ${count} 人：${reason}` });
  const before = personIds.length - count;
  return {
    receipt: {
      title: `${listWord(kind)}名单`,
      lines: [['加入', `${count} 人，${span}`], ...(before > 0 ? [['已在名单', `${before} 人`] as const] : [])],
    },
  };
}

export default bind(spec, {
  list: over(
    spec,
    'meal_list as l',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: {
        departmentId: 'p.department_id',
        state: sql`case when l.status = 'REVOKED' then 'REVOKED' when l.to_date < now.today then 'OVER'
          when l.from_date > now.today then 'COMING' else 'NOW' end`,
      },
      names: { departmentId: departmentPath },
      where: { keyword: personOr() },
    },
    (from, ctx) =>
      from.innerJoin(sql<{ today: string }>`(select ${businessDay(ctx.clock.now())}::date as today)`.as('now'), (on) =>
        on.onTrue(),
      ),
  ),
  actions: {
    add,
    end: async (ctx, { rows, values }) => {
      const row = rows[0] as unknown as { id: number; fromDate: string; personName: string; kind: Listing['kind'] };
      await unlist(ctx, row, String(values.reason));
      await ctx.audit({
        action: `解除${listWord(row.kind)}`,
        targetId: row.id,
        targetName: `${row.personName}：${values.reason}`,
      });
      return null;
    },
  },
});
