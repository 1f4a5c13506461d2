/** What schools may not serve: added from a day on, ended with a day; nothing of it is rewritten, menus of the past were judged by it. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

export interface NewBan {
  label: string;
  words: string;
  fromDate: string;
  source: string;
}

const leastLetters = 2;

/** A ban on what is told by words in its name. */
export async function addBan(ctx: Ctx, { label, words, fromDate, source }: NewBan): Promise<{ id: number } | Refusal> {
  if (fromDate < dateAt(ctx.clock.now())) return refuseField('fromDate', '生效日期不能早于今天');
  const each = [...new Set(words.split(/[、，,\s]+/).filter((word) => word !== ''))];
  if (each.length === 0 || each.some((word) => word.length < leastLetters))
    return refuseField('words', '每个至少两个字，否则会误禁许多菜');
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('food_ban')
    .values({
      id,
      code: `W${id}`,
      label,
      target: 'STUFF',
      words: each,
      from_date: fromDate,
      until_date: null,
      source,
    })
    .execute();
  await ctx.audit({ action: '新增学校禁用', targetId: id, targetName: `${label}，${fromDate} 起，${source}` });
  return { id };
}

/** Holds up to and with `lastDay`. */
export async function endBan(ctx: Ctx, id: number, lastDay: string, basis: string): Promise<Refusal | null> {
  if (lastDay < dateAt(ctx.clock.now())) return refuseField('lastDay', '不能早于今天');
  const ended = await ctx.db
    .updateTable('food_ban')
    .set({ until_date: lastDay })
    .where('id', '=', id)
    .where('until_date', 'is', null)
    .where('from_date', '<=', lastDay)
    .returning('label')
    .executeTakeFirst();
  if (!ended) return refuse('NOT_NOW', { why: '它已经废止，或最后一天早于生效日期' });
  await ctx.audit({ action: '废止学校禁用', targetId: id, targetName: `${ended.label}，至 ${lastDay}，${basis}` });
  return null;
}
