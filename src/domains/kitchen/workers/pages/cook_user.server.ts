/** 后厨人员. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import { personOr } from '../../../people/public.server.ts';
import { contractorName } from '../../../tenancy/public.server.ts';
import { todayStanding } from '../../checks/today-sql.ts';
import { expiringDays, posts } from '../../words.ts';
import { workerImport } from '../import-workers.ts';
import { takeOnWorker, workerCrud } from '../take-on-worker.ts';
import { addCertificate, workerMoves } from '../worker-moves.ts';
import spec from './cook_user.page.ts';

const newest = (column: string) =>
  sql`(select ${sql.raw(column)} from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
    and c.status = 'CONFIRMED' order by c.expire_date desc limit 1)`;

export default bind(spec, {
  list: over(
    spec,
    'cook_user as w',
    {
      inner: ['personId as p', 'restaurantId as r'],
      columns: {
        photoUrl: 'p.photo_url',
        name: 'p.name',
        gender: 'p.gender',
        phone: sql`'' || coalesce(p.phone, '')`,
        jobNumber: 'p.job_number',
        idNo: null,
        typeId: 'p.type_id',
        certificateNo: null,
        issueDate: null,
        expireDate: null,
        contractorName: contractorName('r.contractor_id'),
        certificateState: sql`case
          when exists (select 1 from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
            and c.status = 'PENDING') then 'PENDING'
          when cert.until is null then 'NONE' when cert.until < now.today then 'EXPIRED'
          when cert.until < now.today + ${sql.lit(expiringDays)} then 'EXPIRING' else 'VALID' end`,
        certificateEnd: 'cert.until',
        certificateDays: sql`case when cert.until >= now.today then cert.until - now.today end`,
        today: sql`now.standing`,
        hasFace: sql`exists (select 1 from face_info f where f.organization_id = w.organization_id and f.person_id = w.person_id
          and f.status = 'OK')`,
        trainHours: sql`(select coalesce(sum(t.hours), 0)::int from training_person x
          join training t on t.organization_id = x.organization_id and t.id = x.training_id
          where x.organization_id = w.organization_id and x.person_id = w.person_id
            and t.held_on >= date_trunc('year', now.today)
            and not exists (select 1 from training n where n.organization_id = t.organization_id and n.corrects_id = t.id))`,
      },
      where: { keyword: personOr() },
    },
    (from, ctx) =>
      from
        .innerJoinLateral(
          sql<{ today: string; standing: string }>`(select ${dateAt(ctx.clock.now())}::date as today,
            ${todayStanding(ctx.clock.now())} as standing)`.as('now'),
          (on) => on.onTrue(),
        )
        .innerJoinLateral(sql<{ until: string }>`(select ${newest('c.expire_date')} as until)`.as('cert'), (on) =>
          on.onTrue(),
        ),
  ),
  create: takeOnWorker,
  update: (ctx, id, values, before) => workerCrud(null).update(ctx, id, values, before),
  actions: {
    certificate: addCertificate,
    ...workerMoves,
  },
  notice: async (ctx) => {
    const today = dateAt(ctx.clock.now());
    const { rows } = await sqlOf(ctx.db).query<{ over: number; soon: number; waiting: number }>(
      `select count(*) filter (where coalesce(e.until, '-infinity') < $2::date)::int as over,
         count(*) filter (where e.until >= $2::date and e.until < $2::date + $3::int)::int as soon,
         count(*) filter (where e.waiting)::int as waiting
       from cook_user w, lateral (select max(c.expire_date) filter (where c.status = 'CONFIRMED') as until,
           coalesce(bool_or(c.status = 'PENDING'), false) as waiting
         from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id) e
       where w.organization_id = $1 and w.status = 'NORMAL'`,
      [ownOrganization(ctx), today, expiringDays],
    );
    const { over: gone, soon, waiting } = rows[0]!;
    if (gone + soon + waiting === 0) return null;
    const parts = [
      gone > 0 ? `${gone} 人没有有效健康证，不能进入后厨` : '',
      soon > 0 ? `${soon} 人 ${expiringDays} 天内到期` : '',
      waiting > 0 ? `${waiting} 张健康证待另一人确认` : '',
    ].filter(Boolean);
    const state = gone > 0 ? 'EXPIRED' : soon > 0 ? 'EXPIRING' : 'PENDING';
    return {
      tone: gone > 0 ? 'danger' : 'warning',
      text: parts.join('；'),
      open: {
        label: '查看',
        path: `/admin/organization/cook_user?certificateState=${state === 'EXPIRED' ? 'EXPIRED,NONE' : state}`,
      },
    };
  },
  importRows: workerImport,
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('cook_user as w')
      .innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
      )
      .select(['w.id', 'p.name', 'w.post'])
      .orderBy('p.name')
      .orderBy('w.id')
      .limit(size);
    if (ids) query = query.where('w.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query.where('w.status', '<>', 'LEFT');
      if (keyword) query = query.where('p.name', 'ilike', likePattern(keyword));
    }
    const rows = await query.execute();
    return rows.map(({ id, name, post }) => ({
      id,
      name,
      hint: posts.find((one) => one.value === post)?.label ?? null,
    }));
  },
});
