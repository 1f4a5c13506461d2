/** 批量入库: checks a range or a list of serial numbers against the register, and enters it when all are good. */
import { isDate } from '../../../kit/define/check-value.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { deviceModes } from './device-fields.ts';
import { enterDevices, knownSerials } from './enter-devices.ts';
import '../refusals.ts';
import { type SerialLine, serialList, serialRange } from './serials.ts';

type Body = Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200_000) : '');

/** The lines of the body, each with why it cannot be entered; SERIAL_RANGE when they cannot be read at all. */
async function readLines(ctx: Ctx, body: Body): Promise<SerialLine[] | Refusal> {
  const read = body.way === 'list' ? serialList(textOf(body.list)) : serialRange(textOf(body.from), textOf(body.to));
  if (typeof read === 'string') return refuse('SERIAL_RANGE', { detail: read });
  const known = await knownSerials(
    ctx,
    read.map((l) => l.sn),
  );
  return read.map((l) => (!l.error && known.has(l.sn) ? { ...l, error: '已入库' } : l));
}

/** `{way: 'range', from, to}` or `{way: 'list', list}` → the lines with their faults, counted. */
export async function checkBatch(
  ctx: Ctx,
  body: Body,
): Promise<Refusal | { lines: SerialLine[]; good: number; bad: number }> {
  const lines = await readLines(ctx, body);
  if (!Array.isArray(lines)) return lines as Refusal;
  const bad = lines.filter((l) => l.error).length;
  return { lines, good: lines.length - bad, bad };
}

/** Enters all of them or none; `typeId`, `mode` and `warrantyEnd` hold for the whole batch. */
export async function enterBatch(ctx: Ctx, body: Body): Promise<Refusal | { count: number }> {
  const type = await ctx.db
    .selectFrom('device_type')
    .select(['id', 'name'])
    .where('id', '=', readId(body.typeId) ?? 0)
    .executeTakeFirst();
  if (!type) return refuseField('typeId', '请选择设备类型');
  const mode = deviceModes.find((m) => m.value === body.mode)?.value;
  if (!mode) return refuseField('mode', '请选择消费模式');
  const warrantyEnd = body.warrantyEnd || null;
  if (warrantyEnd !== null && !(typeof warrantyEnd === 'string' && isDate(warrantyEnd)))
    return refuseField('warrantyEnd', '质保到期日期不正确');
  const lines = await readLines(ctx, body);
  if (!Array.isArray(lines)) return lines as Refusal;
  const bad = lines.filter((l) => l.error).length;
  if (bad > 0) return refuse('SERIALS_CLASH', { count: bad });
  const clashed = await enterDevices(
    ctx,
    lines.map((l) => ({
      sn: l.sn,
      name: l.name || l.sn,
      typeId: type.id,
      mode,
      maxFaces: null,
      warrantyEnd: warrantyEnd as string | null,
    })),
  );
  return clashed.size > 0 ? refuse('SERIALS_CLASH', { count: clashed.size }) : { count: lines.length };
}
