/** 体温记录: one entered by hand, what was done about a fever, one taken out. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { peopleSettingOf } from '../people-setting.ts';
import { recordTemperatures, type Taken } from './record-temperature.ts';

const reading = (row: Readonly<Record<string, unknown>>) => `${row.personName} ${row.temperature}℃`;

/** Enters one reading. Refuses a time to come, and a second reading of the person at the same time. */
export async function enterTemperature(ctx: Ctx, row: Taken): Promise<{ id: number } | Refusal> {
  if (Date.parse(row.at) > ctx.clock.now()) return refuseField('at', '测量时间不能晚于现在');
  const { feverFrom } = await peopleSettingOf(ctx.db, ownOrganization(ctx));
  const written = await recordTemperatures(sqlOf(ctx.db), acting(ctx), 'MANUAL', feverFrom, [row]);
  const id = written.get(0);
  if (id === undefined) return refuseField('at', '该人员同一时间已有记录');
  await ctx.audit({
    action: '新增',
    targetId: id,
    targetName: `体温 ${row.temperature}`,
    changes: [{ key: 'temperature', label: '体温', before: null, after: row.temperature }],
  });
  return { id };
}

/** 处理: notes what was done about the readings, by whom and when. */
export async function dealWithTemperatures(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<null> {
  const at = isoAt(ctx.clock.now());
  const handle = String(values.handle);
  await ctx.db
    .updateTable('temperature_record')
    .set((eb) => ({
      handle,
      handled_at: at,
      handled_name: ctx.session.name,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
  for (const row of rows)
    await ctx.audit({
      action: '处理',
      targetId: row.id,
      targetName: reading(row),
      changes: [{ key: 'handle', label: '处理', before: row.handle, after: handle }],
    });
  return null;
}

/** Takes readings out; the log keeps what they said. */
export async function discardTemperatures(ctx: Ctx, { ids, rows }: ActionInput): Promise<null> {
  await ctx.db.deleteFrom('temperature_record').where('id', 'in', ids).execute();
  for (const row of rows) await ctx.audit({ action: '删除', targetId: row.id, targetName: reading(row) });
  return null;
}
