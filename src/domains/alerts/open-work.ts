/** What of the alerts waits for whoever looks: on the work list, and in the top bar. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { MissionSource, Work } from '../shell/public.server.ts';
import { live } from './alert-states.ts';
import { isMine } from './hears.ts';

const page = '/admin/organization/alert_detail';
const statuses = live.join(',');

async function countLive(ctx: Ctx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('alert')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', 'in', [...live])
    .executeTakeFirstOrThrow();
  return n;
}

/** In the top bar: the unfinished ones, within the scope. */
export const liveAlerts: MissionSource = { path: page, needs: ['take', 'close', 'ignore'], count: countLive };

/** For the work list of the organization's home. */
export async function openWork(ctx: Ctx): Promise<Work[]> {
  const { mine, critical, due } = await ctx.db
    .selectFrom('alert as a')
    .select([
      sql<number>`count(*) filter (where ${isMine(ctx.session.accountId)} and not a.note_due)::int`.as('mine'),
      sql<number>`count(*) filter (where a.status = 'OPEN' and a.level = 'CRITICAL')::int`.as('critical'),
      sql<number>`count(*) filter (where a.note_due)::int`.as('due'),
    ])
    .where((eb) => eb.or([eb('a.status', 'in', [...live]), eb('a.note_due', '=', true)]))
    .executeTakeFirstOrThrow();
  return [
    { label: '严重预警', count: critical, path: `${page}?status=OPEN&level=CRITICAL`, bad: true, hint: '还没有人处理' },
    {
      label: '由我处理的预警',
      count: mine,
      path: `${page}?mine=true&status=${statuses}`,
      hint: '等我处理，或我已接手',
    },
    {
      label: '严重预警待补记',
      count: due,
      path: `${page}?status=AUTO_RECOVERED&level=CRITICAL`,
      hint: '已自行恢复，写明原因后关闭',
    },
    {
      label: '群机器人发不出去',
      path: `${page}/robot`,
      search: { status: ['NORMAL'], lastOk: false },
      bad: true,
      hint: '预警没有送到群里',
    },
  ];
}
