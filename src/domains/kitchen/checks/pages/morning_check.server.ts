/** 晨检记录. */
import { sql } from 'kysely';
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { mondayOf } from '../../../menu/public.ts';
import { kitchenRefusals } from '../../refusals.ts';
import { readWeek } from '../../roster/read-week.ts';
import { saveRoster } from '../../roster/save-roster.ts';
import { saveSetting } from '../../save-setting.ts';
import { kitchenSetting } from '../../setting.ts';
import { type Hand, results, type Symptom } from '../../words.ts';
import { isSelf } from '../../workers/own-person.ts';
import { handleCheck, type StepSaid } from '../handle-check.ts';
import { readMatrix } from '../matrix.ts';
import { type CheckDone, recordCheck } from '../record-check.ts';
import spec from './morning_check.page.ts';

interface Seen {
  temperature: number;
  hands: Hand[] | null;
  symptoms: Symptom[] | null;
  dressOk: boolean | null;
  checkAt?: string | null;
  facePhoto?: string | null;
  palmPhoto?: string | null;
  backPhoto?: string | null;
  reason?: string | null;
}

/** By an officer's hand, never for oneself. */
async function byHand(ctx: Ctx, workerId: number, seen: Seen): Promise<CheckDone | Refusal> {
  const worker = await ctx.db.selectFrom('cook_user').select('person_id').where('id', '=', workerId).executeTakeFirst();
  if (!worker) return refuse('NOT_FOUND');
  if (await isSelf(ctx, worker.person_id)) return refuse(kitchenRefusals.CHECK_OWN);
  const nowMs = ctx.clock.now();
  const { accountId: id, name } = ctx.session;
  const done = await recordCheck(
    ctx,
    {
      workerId,
      at: seen.checkAt ? Date.parse(seen.checkAt) : nowMs,
      temp10: Math.round(seen.temperature * 10),
      hands: seen.hands ?? [],
      symptoms: seen.symptoms ?? [],
      dressOk: seen.dressOk ?? false,
      photos: { face: seen.facePhoto ?? null, palm: seen.palmPhoto ?? null, back: seen.backPhoto ?? null },
      source: 'MANUAL',
      deviceId: null,
      told: null,
      reason: seen.reason ?? '',
    },
    { organizationId: ownOrganization(ctx), nowMs, by: { id, name } },
  );
  if (!isRefusal(done))
    await ctx.audit({
      action: '人工晨检',
      targetId: done.id,
      targetName: `${done.person} ${labelIn(results, done.result)}${done.why.length > 0 ? `：${done.why.join('、')}` : ''}`,
    });
  return done;
}

const next: Record<CheckDone['result'], string> = {
  PASS: '可以进入后厨',
  FIX: '整改后 30 分钟内复检，逾期按不合格停岗',
  RESTRICTED: '只能在粗加工、洗消、库房工作，须戴手套',
  FAIL: '停岗，门禁权限已收回；凭证明由食品安全员复岗',
};

async function register(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const done = await byHand(ctx, Number(values.cookUserId), values as unknown as Seen);
  if (isRefusal(done)) return done;
  const lines: [string, string][] = [
    ['人员', done.person],
    ['结果', done.recheck && done.result === 'PASS' ? '整改合格' : labelIn(results, done.result)],
    ...(done.why.length > 0 ? [['原因', done.why.join('、')] as [string, string]] : []),
    ['接下来', next[done.result]],
  ];
  return { receipt: { title: '晨检结果', lines } };
}

const date = z.string().refine(isDate);
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const dayBody = z.object({ day: date, restaurantId: id.nullable().default(null) });
const rosterBody = z.object({
  cells: z
    .array(
      z.object({
        workerId: id,
        day: date,
        shift: z.string().min(1).max(20).nullable(),
        leave: z.string().max(40).nullable().default(null),
      }),
    )
    .min(1)
    .max(3_500),
});
const hm = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const settingBody = z.object({
  temp10Min: z.int().min(340).max(370),
  temp10Max: z.int().min(370).max(390),
  grace: z.boolean(),
  shifts: z.array(z.object({ name: z.string().trim().min(1).max(20), start: hm, end: hm })).max(12),
  version: z.int().min(0),
});

export default bind(spec, {
  list: over(
    spec,
    'morning_check as k',
    {
      columns: {
        post: 'w.post',
        shift: sql`(select t.name from kitchen_roster t where t.organization_id = k.organization_id and t.id = k.roster_id)`,
        temperature: sql`(k.temp10 / 10.0)::float8`,
        why: sql`array_to_string(k.why, '、')`,
        recheck: sql`k.recheck_of is not null`,
        handled: sql`(select string_agg(s.note || '（' || s.by_name || '）', '；' order by s.id) from morning_check_step s
          where s.organization_id = k.organization_id and s.check_id = k.id)`,
      },
      names: { cookUserId: 'p.name' },
      where: { keyword: (value) => sql`p.name ilike ${`%${String(value).replace(/[%_\\]/g, '\\$&')}%`}` },
    },
    (from) =>
      from
        .innerJoin('cook_user as w', (on) =>
          on.onRef('w.organization_id', '=', 'k.organization_id').onRef('w.id', '=', 'k.cook_user_id'),
        )
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'k.organization_id').onRef('p.id', '=', 'k.person_id'),
        ),
  ),
  actions: {
    register,
    recheck: async (ctx, { rows, values }) => {
      const done = await byHand(ctx, Number(rows[0]!.cookUserId), {
        ...(values as unknown as Seen),
        reason: '整改复检',
      });
      return isRefusal(done) ? done : null;
    },
    handle: async (ctx, { rows, values }) => {
      const { kind, note, proof } = values as unknown as Omit<StepSaid, 'checkId'>;
      if (kind === 'RETURN' && !proof) return refuseField('proof', '复岗须上传证明');
      const { id: checkId, cookUserName } = rows[0] as unknown as { id: number; cookUserName: string };
      const no = await handleCheck(ctx, { checkId, kind, note, proof: proof ?? null });
      if (no) return no;
      await ctx.audit({ action: '处理晨检', targetId: checkId, targetName: `${cookUserName} ${note}` });
      return null;
    },
  },
  verbs: {
    matrix: withBody(dayBody, (ctx, body) => readMatrix(ctx, body.day, body.restaurantId)),
    week: withBody(dayBody, (ctx, body) => readWeek(ctx, mondayOf(body.day), body.restaurantId)),
    roster: withBody(rosterBody, (ctx, body) => saveRoster(ctx, body.cells)),
    setting: (ctx) => kitchenSetting(sqlOf(ctx.db), ownOrganization(ctx)),
    set: withBody(settingBody, (ctx, body) => saveSetting(ctx, body)),
  },
  bodies: { setting: nothing },
  reads: ['matrix', 'week', 'setting'],
});
