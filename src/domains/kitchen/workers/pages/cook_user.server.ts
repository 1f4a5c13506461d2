/** 后厨人员. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Values } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { tellAskingDoors } from '../../../gate/public.server.ts';
import { createPerson, facesFollow, personOr } from '../../../people/public.server.ts';
import { contractorName } from '../../../tenancy/public.server.ts';
import { type NewCertificate, registerCertificate } from '../../certificates/register-certificate.ts';
import { todayStanding } from '../../checks/today-sql.ts';
import { settlePasses } from '../../passes/settle-passes.ts';
import { kitchenRefusals } from '../../refusals.ts';
import { expiringDays, posts } from '../../words.ts';
import { workerImport } from '../import-workers.ts';
import { workerFlow } from '../worker-flow.ts';
import spec from './cook_user.page.ts';

type Worker = Values<typeof spec.fields>;

const ofPerson = ['photoUrl', 'personId', 'name', 'gender', 'phone', 'jobNumber', 'idNo', 'typeId'] as const;

const settle = async (ctx: Ctx, id: number, why: string) => {
  const of = { organizationId: ownOrganization(ctx), workerIds: [id], nowMs: ctx.clock.now(), why };
  await settlePasses(sqlOf(ctx.db), ctx.ids, of);
  await facesOf(ctx, id);
};

/** Doors elsewhere that ask something of the kitchen's people hear who they are. */
async function cameOrLeft(ctx: Ctx): Promise<Refusal | undefined> {
  const large = await tellAskingDoors(ctx, ownOrganization(ctx));
  return isRefusal(large) ? large : undefined;
}

/** Faces of who works in the kitchen go to its doors and terminals, and leave them with the work. */
async function facesOf(ctx: Ctx, id: number): Promise<void> {
  const worker = await ctx.db.selectFrom('cook_user').select('person_id').where('id', '=', id).executeTakeFirst();
  if (worker) await facesFollow(ctx, { personIds: [worker.person_id] });
}

/** The person the form means: chosen, or opened as at the desk. */
async function personOf(
  ctx: Ctx,
  { personId, name, gender, phone, jobNumber, idNo, typeId }: Worker,
): Promise<number | Refusal> {
  if (personId) return personId;
  if (!name) return refuseField('personId', '请选择人员，或填写新人姓名');
  const made = await createPerson(ctx, {
    name,
    gender: gender ?? null,
    phone: phone ?? null,
    jobNumber: jobNumber ?? null,
    idNo: idNo ?? null,
    typeId: typeId ?? null,
  });
  return isRefusal(made) ? made : made.id;
}

/** Who works in a kitchen already is named with it. */
async function refuseTwice(ctx: Ctx, personId: number): Promise<Refusal | undefined> {
  const there = await ctx.db
    .selectFrom('cook_user as w')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'w.organization_id').onRef('r.id', '=', 'w.restaurant_id'),
    )
    .select(['p.name as person', 'r.name as restaurant'])
    .where('w.person_id', '=', personId)
    .where('w.status', '<>', 'LEFT')
    .executeTakeFirst();
  if (!there) return undefined;
  const message = `${there.person}已是${there.restaurant}的后厨人员`;
  return refuse(kitchenRefusals.WORKER_TWICE, there, { personId: message });
}

const crud = (personId: number | null) =>
  tableCrud(spec, {
    table: 'cook_user',
    nameField: 'name',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx), person_id: personId }),
    skip: ofPerson,
    unique: { cook_user_person: 'personId' },
    after: async (ctx, id, _values, before) => {
      await settle(ctx, id, before ? '岗位变更' : '新到岗');
      return before ? undefined : cameOrLeft(ctx);
    },
  });

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
  create: async (ctx, values) => {
    const personId = await personOf(ctx, values);
    if (isRefusal(personId)) return personId;
    return (await refuseTwice(ctx, personId)) ?? crud(personId).create(ctx, values);
  },
  update: (ctx, id, values, before) => crud(null).update(ctx, id, values, before),
  actions: {
    certificate: async (ctx, { rows, values }: ActionInput) => {
      const { id, personName, status } = rows[0] as unknown as { id: number; personName: string; status: string };
      if (status === 'LEFT') return refuse(kitchenRefusals.WORKER_LEFT, { person: personName, action: '登记健康证' });
      const done = await registerCertificate(ctx, id, values as unknown as NewCertificate);
      if (isRefusal(done)) return done;
      const told = `${personName} ${String(values.no)}，${String(values.issueDate)} 至 ${String(values.expireDate)}`;
      await ctx.audit({ action: '登记健康证', targetId: id, targetName: told });
      return null;
    },
    ...moves(workerFlow, {
      table: 'cook_user',
      stamped: true,
      name: (_worker, row) => String(row.personName),
      write: {
        suspend: (_ctx, values) => ({ status_reason: String(values.reason) }),
        resume: () => ({ status_reason: '' }),
        leave: (_ctx, values) => ({ status_reason: String(values.reason) }),
      },
      after: {
        suspend: (ctx, worker) => settle(ctx, worker.id, '停岗'),
        resume: (ctx, worker) => settle(ctx, worker.id, '复岗'),
        leave: async (ctx, worker) => {
          await ctx.db
            .deleteFrom('kitchen_roster')
            .where('cook_user_id', '=', worker.id)
            .where('start_at', '>', isoAt(ctx.clock.now()))
            .execute();
          await settle(ctx, worker.id, '离岗');
          return cameOrLeft(ctx);
        },
      },
    }),
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
