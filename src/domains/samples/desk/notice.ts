/** What the samples' list says first: what is missing, then what is due. */
import { sql } from 'kysely';
import type { Notice } from '../../../kit/define/page.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Work } from '../../shell/public.server.ts';
import '../tables.ts';

const path = '/admin/organization/sample_management';

interface Open {
  missed: number;
  due: number;
  overdue: number;
}

/** Missed yesterday and today, due now, overdue a day. */
async function openSamples(ctx: Ctx): Promise<Open> {
  const now = isoAt(ctx.clock.now());
  const today = dateAt(ctx.clock.now());
  return (
    ctx.db
      .selectFrom('sample as s')
      .select([
        sql<number>`count(*) filter (where s.status = 'MISSED' and s.dining_date >= ${addDays(today, -1)}::date)::int`.as(
          'missed',
        ),
        sql<number>`count(*) filter (where s.status in ('SAMPLED', 'RETAINING') and s.due_at <= ${now}::timestamptz)::int`.as(
          'due',
        ),
        sql<number>`count(*) filter (where s.status in ('SAMPLED', 'RETAINING')
        and s.due_at <= ${isoAt(ctx.clock.now() - 86_400_000)}::timestamptz)::int`.as('overdue'),
      ])
      // Either of the last days or still kept: both have an index.
      .where((eb) =>
        eb.or([eb('s.dining_date', '>=', addDays(today, -1)), eb('s.status', 'in', ['SAMPLED', 'RETAINING'])]),
      )
      .executeTakeFirstOrThrow()
  );
}

export async function sampleNotice(ctx: Ctx): Promise<Notice | null> {
  const { missed, due, overdue } = await openSamples(ctx);
  const said = [
    ...(missed > 0 ? [`昨天以来漏留 ${missed} 份`] : []),
    ...(due > 0 ? [`到期待销 ${due} 份${overdue > 0 ? `，其中逾期超过一天 ${overdue} 份` : ''}`] : []),
  ];
  if (said.length === 0) return null;
  const open =
    missed > 0
      ? { label: '看漏留', path: `${path}?status=MISSED` }
      : { label: '看到期', path: `${path}?due=DUE&diningDate=` };
  return { tone: missed > 0 || overdue > 0 ? 'danger' : 'warning', text: `${said.join('；')}。`, open };
}

/** The work list of the unit's home. */
export async function sampleWork({ clock }: Ctx): Promise<Work[]> {
  const today = dateAt(clock.now());
  return [
    {
      label: '漏留样品',
      path,
      search: { status: ['MISSED'], diningDate: [addDays(today, -1), null] },
      bad: true,
      hint: '昨天以来过了时段没有留',
    },
    {
      label: '待留样',
      path,
      search: { status: ['TO_SAMPLE'], diningDate: [today, today] },
      hint: '今天应留，还没有称重',
    },
    { label: '到期待销样', path, search: { due: ['DUE'] }, hint: '已过保存期，两人销样' },
  ];
}
