/** Items of a sheet that nobody ticks: counted from what the kitchen, samples and alerts hold. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { readMatrix } from '../../kitchen/public.server.ts';
import '../services.ts';
import { cabinetItems } from './cabinet-items.ts';
import { counted, standing } from './counted.ts';
import { periodOf, type SheetItem, type SheetKind } from './sheet-words.ts';

interface Counts {
  expired: number;
  workers: number;
  untested: number;
  failed: number;
  disinfected: number;
  missed: number;
  sampled: number;
  critical: number;
  overdue: number;
  open: number;
  licenceEnd: string | null;
  inspected: number;
  unsigned: number;
}

/** Findings of this sheet, or a later one, are no change of what it counted. */
const notOwn = `not (i.source = 'SHEET' and exists (select 1 from control_sheet c where c.organization_id = i.organization_id
  and c.id = i.source_id and c.period >= $2))`;

async function countsOf(ctx: Ctx, from: string, to: string): Promise<Counts> {
  const { rows } = await sqlOf(ctx.db).query<Counts>(
    `select
       (select count(*)::int from cook_user w where w.organization_id = $1 and w.status = 'NORMAL') as workers,
       (select count(*)::int from cook_user w where w.organization_id = $1 and w.status = 'NORMAL' and not exists (
          select 1 from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
            and c.status = 'CONFIRMED' and $3::date between c.issue_date and c.expire_date)) as expired,
       (select count(*)::int from operate_record o where o.organization_id = $1 and o.business_date between $2 and $3
          and o.kind = 'PESTICIDE_TEST') as untested,
       (select count(*)::int from operate_record o where o.organization_id = $1 and o.business_date between $2 and $3
          and o.kind = 'PESTICIDE_TEST' and not o.passed) as failed,
       (select count(*)::int from operate_record o where o.organization_id = $1 and o.business_date between $2 and $3
          and o.kind = 'DISINFECT') as disinfected,
       (select count(*)::int from alert a where a.organization_id = $1 and a.kind = 'SAMPLE_MISSING'
          and a.day between $2 and $3) as missed,
       (select count(*)::int from sample s where s.organization_id = $1 and s.dining_date between $2 and $3
          and s.sampled_at is not null) as sampled,
       (select count(*)::int from alert a where a.organization_id = $1 and a.level = 'CRITICAL' and a.day <= $3
          and a.status in ('OPEN', 'HANDLING')) as critical,
       (select count(*)::int from issue i where i.organization_id = $1 and i.status in ('OPEN', 'FIXING') and i.due_on < $3
          and ${notOwn}) as overdue,
       (select count(*)::int from issue i where i.organization_id = $1 and i.status <> 'VERIFIED' and ${notOwn}) as open,
       (select u.license_end from unit_information u where u.organization_id = $1 and u.from_date <= $3
          order by u.from_date desc, u.id desc limit 1) as "licenceEnd",
       (select count(*)::int from inspection n where n.organization_id = $1 and n.day between $2 and $3) as inspected,
       (select count(distinct m.menu_date)::int from food_menu m where m.organization_id = $1 and m.menu_date between $2 and $3
          and m.status in ('PUBLISHED', 'CLOSED') and not exists (select 1 from control_sheet s
            where s.organization_id = m.organization_id and s.kind = 'DAY' and s.period = m.menu_date and s.status = 'SIGNED')) as unsigned`,
    [ownOrganization(ctx), from, to],
  );
  return rows[0]!;
}

/** As they stand now, for the period that begins on a day. */
export async function autoItems(ctx: Ctx, kind: SheetKind, period: string): Promise<SheetItem[]> {
  const { from, to } = periodOf(kind, period);
  const n = await countsOf(ctx, from, to);
  const checks =
    kind === 'DAY'
      ? await readMatrix(ctx, from, null).then(({ due, counts }) =>
          counted(
            'checks',
            '晨检',
            `应到 ${due} 人，未检 ${counts.NOT_CHECKED} 人，停岗 ${counts.OFF_DUTY} 人`,
            counts.NOT_CHECKED > 0,
          ),
        )
      : counted('sheets', '日管控', n.unsigned > 0 ? `${n.unsigned} 天没有签名` : '供餐日均已签名', n.unsigned > 0);
  const further = await Promise.all(ctx.services.sheetItems.map((items) => items(ctx, from, to)));
  return [
    checks,
    standing('certificates', '健康证', `${n.workers} 人在岗，${n.expired} 人没有有效健康证`, n.expired > 0),
    counted('samples', '留样', `已留 ${n.sampled} 份，漏留预警 ${n.missed} 条`, n.missed > 0),
    counted('tests', '农残检测', `${n.untested} 次，不合格 ${n.failed} 次`, n.failed > 0),
    counted('disinfection', '消毒记录', `${n.disinfected} 条`, n.disinfected === 0),
    counted('inspections', '陪餐与巡检', `${n.inspected} 次`, false),
    standing('issues', '隐患', `未办结 ${n.open} 条，逾期 ${n.overdue} 条`, n.overdue > 0),
    standing('alerts', '严重预警', `未处理 ${n.critical} 条`, n.critical > 0),
    standing(
      'licence',
      '食品经营许可证',
      n.licenceEnd ? `有效期至 ${n.licenceEnd}` : '没有录入',
      !n.licenceEnd || n.licenceEnd < to,
    ),
    ...(await cabinetItems(ctx, from, to)),
    ...further.flat(),
  ];
}
