/** 批量入库: a range or a list of serial numbers looked up in the register, and those chosen entered, all or none. */
import type { Preview } from '../../../kit/define/preview.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { enterDevices, knownSerials } from './enter-devices.ts';
import type batch from './pages/device-form2.page.ts';
import '../refusals.ts';
import { type SerialLine, serialList, serialRange } from './serials.ts';

type BatchValues = Values<typeof batch.fields>;

/** The serial numbers asked for, each with why it cannot be entered; at its field why they cannot be read at all. */
async function readLines(ctx: Ctx, values: BatchValues): Promise<SerialLine[] | Refusal> {
  const byList = values.way === 'LIST';
  const read = byList ? serialList(values.list ?? '') : serialRange(values.from ?? '', values.to ?? '');
  if (typeof read === 'string') return refuseField(byList ? 'list' : 'from', read);
  const known = await knownSerials(
    ctx,
    read.map((line) => line.sn),
  );
  return read.map((line) => (!line.error && known.has(line.sn) ? { ...line, error: '已入库' } : line));
}

/** Every device asked for, with its fault; then how many of the chosen will be entered. */
export async function previewBatch(ctx: Ctx, values: BatchValues): Promise<Preview | Refusal> {
  if (values.lines) {
    const count = values.lines.length;
    return {
      figures: [{ label: '入库', value: count, unit: '台' }],
      submit: `入库 ${count} 台`,
      agreed: { totalCount: count },
    };
  }
  const lines = await readLines(ctx, values);
  if (isRefusal(lines)) return lines;
  const bad = lines.filter((line) => line.error).length;
  return {
    rows: lines.map(({ sn, name, error }) => ({ sn, name: name || null, problem: error ?? null })),
    figures: [],
    ...(bad > 0 && {
      notices: [{ tone: 'warning', text: `${bad} 台不能入库，其余 ${lines.length - bad} 台可以入库` }],
    }),
  };
}

/** Enters the chosen devices, all or none, and answers the first: SERIALS_CLASH where one was not asked for, is faulty or is known by now. */
export async function enterBatch(ctx: Ctx, values: BatchValues): Promise<{ id: number } | Refusal> {
  const asked = await readLines(ctx, values);
  if (isRefusal(asked)) return asked;
  const good = new Set(asked.flatMap((line) => (line.error ? [] : [line.sn])));
  const chosen = values.lines ?? [];
  const bad = chosen.filter((line) => !good.has(line.sn ?? '')).length;
  if (bad > 0) return refuse('SERIALS_CLASH', { count: bad });
  const clashed = await enterDevices(
    ctx,
    chosen.map((line) => ({
      sn: line.sn!,
      name: line.name || line.sn!,
      typeId: values.typeId!,
      mode: values.mode!,
      maxFaces: null,
      warrantyEnd: values.warrantyEnd ?? null,
    })),
  );
  if (clashed.size > 0) return refuse('SERIALS_CLASH', { count: clashed.size });
  return ctx.db.selectFrom('device').select('id').where('sn', '=', chosen[0]!.sn!).executeTakeFirstOrThrow();
}
