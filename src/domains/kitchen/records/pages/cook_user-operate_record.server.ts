/** 后厨操作记录. */
import { sql } from 'kysely';
import { labelIn } from '../../../../kit/define/states.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { kitchenRefusals } from '../../refusals.ts';
import { correctedBefore } from '../corrected-before.ts';
import { mealsUndisinfected } from '../meals-undisinfected.ts';
import { recordKinds } from '../record-words.ts';
import { type RecordSaid, registerRecord } from '../register-record.ts';
import spec from './cook_user-operate_record.page.ts';

const facts = sql`case o.kind
  when 'DISINFECT' then concat_ws('，', nullif(o.way, ''), o.ppm || ' ppm', o.celsius || ' ℃', o.minutes || ' 分钟')
  when 'PESTICIDE_TEST' then concat_ws('，', nullif(o.way, ''), '批次 ' || nullif(o.batch, ''), nullif(o.value, ''))
  when 'WASTE' then (o.grams / 1000.0)::float8 || ' 千克，' || o.collector
  else o.grams || ' 克，用于' || o.dish end`;
const corrected = sql`exists (select 1 from operate_record n where n.organization_id = o.organization_id and n.corrects_id = o.id)`;
/** Most gaps that are named one by one. */
const named = 4;

export default bind(spec, {
  list: over(
    spec,
    'operate_record as o',
    {
      columns: {
        facts,
        kilograms: sql`case when o.kind = 'WASTE' then (o.grams / 1000.0)::float8 end`,
        grams: sql`case when o.kind = 'ADDITIVE' then o.grams end`,
        state: sql`case when ${corrected} then 'CORRECTED' when o.corrects_id is not null then 'FIX' else 'NORMAL' end`,
      },
      names: {
        cookUserId: sql`(select p.name from cook_user w join person p on p.organization_id = w.organization_id and p.id = w.person_id
          where w.organization_id = o.organization_id and w.id = o.cook_user_id)`,
      },
    },
    (from) => from,
  ),
  notice: async (ctx) => {
    const gaps = await mealsUndisinfected(ctx);
    if (gaps.length === 0) return null;
    const first = gaps.slice(0, named).map((gap) => `${gap.date.slice(5)} ${gap.restaurant} ${gap.meal}`);
    return {
      tone: 'warning',
      text: `${gaps.length} 餐没有餐后消毒记录：${first.join('、')}${gaps.length > named ? ' 等' : ''}`,
      tool: { key: 'register', values: { kind: 'DISINFECT' } },
    };
  },
  actions: {
    register: async (ctx, { values }) => {
      const said = values as unknown as RecordSaid;
      const done = await registerRecord(ctx, said, null);
      if (isRefusal(done)) return done;
      await ctx.audit({
        action: '登记操作',
        targetId: done.id,
        targetName: `${labelIn(recordKinds, said.kind)} ${said.object}`,
      });
      return null;
    },
    correct: async (ctx, { rows, values }) => {
      const said = values as unknown as RecordSaid;
      const { id, object } = rows[0] as unknown as { id: number; object: string };
      if (await correctedBefore(ctx, 'operate_record', id)) return refuse(kitchenRefusals.CORRECTED_BEFORE);
      const done = await registerRecord(ctx, said, id);
      if (isRefusal(done)) return done;
      await ctx.audit({
        action: '更正操作',
        targetId: done.id,
        targetName: `${labelIn(recordKinds, said.kind)} ${object} → ${said.object}`,
      });
      return null;
    },
  },
});
