/** 通行规则. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type RowValues } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { askedWords } from '../../districts/district-words.ts';
import { passesAt } from '../../passes/passes-at.ts';
import { anybodyIn } from '../anybody-in.ts';
import { facesFollowDoors } from '../faces-follow-doors.ts';
import { judge } from '../judge.ts';
import { publishDoors } from '../publish-doors.ts';
import { replayWeek } from '../replay-week.ts';
import { calendarOf, personsById, rulesOf } from '../rules-of.ts';
import spec from './district-rule.page.ts';

const crud = tableCrud(spec, {
  table: 'door_rule',
  unique: { door_rule_name: 'name' },
  skip: ['sure'],
  check: (_ctx, values, before) => {
    const of = { ...before, ...values };
    if (Boolean(of.fromTime) !== Boolean(of.toTime)) return refuseField('toTime', '开始时间与结束时间须同时填写');
    if (of.fromDate && of.toDate && of.toDate < of.fromDate) return refuseField('toDate', '不能早于开始日期');
    return undefined;
  },
});

/** After a change: the doors are told, and a district nobody can enter any more wants to be said twice. */
async function settle<T>(ctx: Ctx, districtId: number, done: T, sure: boolean): Promise<T | Refusal> {
  if (isRefusal(done)) return done;
  const organizationId = ownOrganization(ctx);
  if (!sure && !(await anybodyIn(ctx, organizationId, districtId)))
    return refuse('NOBODY_IN', {}, { sure: '这样保存后谁都进不去；确定如此请勾选' });
  if (!sure) {
    const { passages, people, names } = await replayWeek(ctx, organizationId, districtId);
    if (passages > 0) {
      const whom = `${names.join('、')}${people > names.length ? ' 等' : ''}`;
      const sentence = '按新规则，上周放行的这些会被拒绝；确定如此请勾选';
      return refuse('WEEK_REFUSED', { passages, people, whom }, { sure: sentence });
    }
  }
  const large = await publishDoors(ctx, organizationId, [districtId]);
  if (isRefusal(large)) return large;
  await facesFollowDoors(ctx, districtId);
  return done;
}

const districtOf = (row: RowValues) => row.districtId as number;

/** What the district asks of the people of the kitchen and this one of them has no pass for at that time. */
async function unmet(ctx: Ctx, districtId: number, personId: number, at: number): Promise<string | undefined> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const district = await ctx.db
    .selectFrom('district')
    .select(['asks', 'family'])
    .where('id', '=', districtId)
    .executeTakeFirst();
  if (district?.family !== 'SITE' || district.asks.length === 0) return undefined;
  const staff = (await ctx.services.kitchenStaff?.everybody(db, organizationId)) ?? [];
  if (!staff.includes(personId)) return undefined;
  const [pass] = await passesAt(db, organizationId, [{ personId, districtId, at }]);
  return pass ? undefined : askedWords(district.asks);
}

async function tryOut(ctx: Ctx, { values }: ActionInput) {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const districtId = values.districtId as number;
  const personId = values.personId as number;
  const person = (await personsById(db, organizationId, [personId])).get(personId);
  if (!person) return refuse('NOT_FOUND');
  const at = values.at ? Date.parse(String(values.at)) : ctx.clock.now();
  const direction = values.direction as 'IN' | 'OUT';
  const rules = (await rulesOf(db, organizationId, [districtId])).get(districtId) ?? [];
  const byRules = judge(rules, { ...person, direction, at }, await calendarOf(db, organizationId));
  const asked = direction === 'IN' && byRules.may ? await unmet(ctx, districtId, personId, at) : undefined;
  const { may, why } = asked === undefined ? byRules : { may: false, why: asked };
  return {
    receipt: {
      title: may ? `${person.name} 可以通过` : `${person.name} 不能通过`,
      lines: [
        ['时间', isoAt(at).slice(0, 16).replace('T', ' ')],
        ['方向', direction === 'IN' ? '进' : '出'],
        ['依据', why],
      ] as [string, string][],
    },
  };
}

/** Doors of the rule's district whose terminal has what was published last. */
const reachedDoors = sql`from door o
  join device_doc w on w.organization_id = o.organization_id and w.device_id = o.device_id and w.kind = 'DOOR'
  join device_doc_ack k on k.organization_id = w.organization_id and k.device_id = w.device_id and k.kind = w.kind
  where o.organization_id = r.organization_id and o.district_id = r.district_id and k.has >= w.version`;

const switched = onOff('door_rule');

export default bind(spec, {
  list: over(spec, 'door_rule as r', {
    columns: {
      sure: null,
      doors: sql`(select count(*)::int from door o where o.organization_id = r.organization_id and o.district_id = r.district_id)`,
      reached: sql`(select count(*)::int ${reachedDoors})`,
      reachedIds: sql`(select array_agg(o.device_id) ${reachedDoors})`,
    },
  }),
  create: async (ctx, values) => settle(ctx, values.districtId!, await crud.create(ctx, values), values.sure === true),
  update: async (ctx, id, values, before) =>
    settle(ctx, districtOf(before), await crud.update(ctx, id, values, before), values.sure === true),
  remove: async (ctx, id, before) => settle(ctx, districtOf(before), await crud.remove(ctx, id, before), true),
  actions: {
    enable: async (ctx, input) => settle(ctx, districtOf(input.rows[0]!), await switched.enable(ctx, input), true),
    disable: async (ctx, input) => settle(ctx, districtOf(input.rows[0]!), await switched.disable(ctx, input), true),
    tryOut,
  },
  reads: ['tryOut'],
});
