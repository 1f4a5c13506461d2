/** 调整比例: from a day to come, and never more than the whole among all sub-accounts on any day. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { settlementRefusals } from '../refusals.ts';

export interface Held {
  accountId: number;
  ratio: number;
  fromDate: string;
}

/** The first day on or after `from` on which all together have more than the whole; undefined when there is none. Pure. */
export function firstOver(held: readonly Held[], from: string): { date: string; ratio: number } | undefined {
  const dates = [...new Set([from, ...held.map((one) => one.fromDate).filter((date) => date > from)])].sort();
  for (const date of dates) {
    const now = new Map<number, Held>();
    for (const one of [...held].sort((a, b) => (a.fromDate < b.fromDate ? -1 : 1)))
      if (one.fromDate <= date) now.set(one.accountId, one);
    const ratio = [...now.values()].reduce((sum, one) => sum + one.ratio, 0);
    if (ratio > 10_000) return { date, ratio };
  }
  return undefined;
}

const percent = (ratio: number) => `${(ratio / 100).toFixed(2)}%`;

async function write(ctx: Ctx, accountId: number, ratio: number, fromDate: string): Promise<Refusal | null> {
  const contractorId = ownContractor(ctx);
  // One change of a caterer at a time: what each alone allows may be too much together.
  const account = await ctx.db
    .selectFrom('contractor_sub_account')
    .select(['id', 'name'])
    .orderBy('id')
    .forUpdate()
    .execute()
    .then((all) => all.find((one) => one.id === accountId));
  if (!account) return refuse('NOT_FOUND');
  const rows = await ctx.db
    .selectFrom('contractor_sub_ratio')
    .select(['sub_account_id', 'ratio', 'from_date'])
    .execute();
  const held = rows
    .filter((one) => one.sub_account_id !== accountId || one.from_date !== fromDate)
    .map((one) => ({ accountId: one.sub_account_id, ratio: one.ratio, fromDate: one.from_date }));
  const over = firstOver([...held, { accountId, ratio, fromDate }], fromDate);
  if (over)
    return refuse(
      settlementRefusals.SUB_RATIO_OVER,
      { date: over.date, ratio: percent(over.ratio) },
      { ratio: `${over.date} 起合计 ${percent(over.ratio)}` },
    );
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('contractor_sub_ratio')
    .values({
      contractor_id: contractorId,
      id: await ctx.ids.next(),
      sub_account_id: accountId,
      ratio,
      from_date: fromDate,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: at,
    })
    .onConflict((on) =>
      on.columns(['contractor_id', 'sub_account_id', 'from_date']).doUpdateSet({ ratio, created_at: at }),
    )
    .execute();
  await ctx.audit({
    action: '调整分账比例',
    targetId: accountId,
    targetName: account.name,
    changes: [{ key: 'ratio', label: `${fromDate} 起`, before: null, after: percent(ratio) }],
  });
  return null;
}

export async function setRatio(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const fromDate = String(values.fromDate);
  if (fromDate <= businessDay(ctx.clock.now())) return refuseField('fromDate', '比例只能从以后的日期起改变，不能追溯');
  return write(ctx, ids[0]!, Number(values.ratio), fromDate);
}

/** 停用 from tomorrow on; 启用 gives it no part by itself. */
export const setStatus =
  (status: 'NORMAL' | 'DISABLED') =>
  async (ctx: Ctx, { ids }: ActionInput): Promise<Refusal | null> => {
    if (status === 'DISABLED') {
      const no = await write(ctx, ids[0]!, 0, addDays(businessDay(ctx.clock.now()), 1));
      if (no) return no;
    }
    await ctx.db
      .updateTable('contractor_sub_account')
      .set((eb) => ({ status, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
      .where('id', '=', ids[0]!)
      .execute();
    await ctx.audit({ action: status === 'NORMAL' ? '启用' : '停用', targetId: ids[0]! });
    return null;
  };
