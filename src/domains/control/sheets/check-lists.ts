/** 清单: what a sheet asks to be looked at by hand, as versions of the unit that hold from a day on. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { CheckListRow } from '../tables.ts';
import { periodOf, type SheetItem, type SheetKind, sheetKinds, ticked, tickedItems } from './sheet-words.ts';

const mostItems = 40;
const longestItem = 100;

export interface CheckList {
  /** Null: the list the software brings. */
  id: number | null;
  items: readonly SheetItem[];
}

/** The newest version that holds on a day. */
export async function checkListOn(ctx: Ctx, kind: SheetKind, day: string): Promise<CheckList> {
  const found = await ctx.db
    .selectFrom('check_list')
    .select(['id', 'items'])
    .where('organization_id', '=', ownOrganization(ctx))
    .where('kind', '=', kind)
    .where('from_date', '<=', day)
    .orderBy('from_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found
    ? { id: found.id, items: found.items.map(({ key, label }) => ticked(key, label)) }
    : { id: null, items: tickedItems[kind] };
}

export interface NewCheckList {
  fromDate: string;
  /** An item per line. */
  items: string;
  note: string | null;
}

const linesOf = (items: string): string[] =>
  items
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function wrongWith(lines: readonly string[]): string | undefined {
  if (lines.length === 0 || lines.length > mostItems) return `须有 1 至 ${mostItems} 项，一行一项`;
  const long = lines.find((line) => line.length > longestItem);
  if (long) return `「${long.slice(0, 12)}…」超过 ${longestItem} 个字`;
  const twice = lines.find((line, i) => lines.indexOf(line) !== i);
  return twice && `「${twice}」重复`;
}

/** A sheet that is signed keeps the items it was signed with. */
export async function saveCheckList(ctx: Ctx, kind: SheetKind, asked: NewCheckList): Promise<{ id: number } | Refusal> {
  const nowMs = ctx.clock.now();
  const { fromDate } = asked;
  if (fromDate < dateAt(nowMs)) return refuseField('fromDate', '生效日期不能早于今天，以前的表按当时的清单');
  const first = periodOf(kind, fromDate).from;
  if (first !== fromDate)
    return refuseField('fromDate', kind === 'WEEK' ? '周排查的清单从星期一起生效' : '月调度的清单从每月 1 日起生效');
  const lines = linesOf(asked.items);
  const wrong = wrongWith(lines);
  if (wrong) return refuseField('items', wrong);
  const before = await checkListOn(ctx, kind, fromDate);
  const id = await ctx.ids.next();
  const keyOf = new Map(before.items.map((item) => [item.label, item.key]));
  const items = lines.map((label, i) => ({ key: keyOf.get(label) ?? `${id}-${i + 1}`, label }));
  await ctx.db
    .insertInto('check_list')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      kind,
      from_date: fromDate,
      items: JSON.stringify(items) as unknown as CheckListRow['items'],
      note: asked.note ?? '',
      made_at: isoAt(nowMs),
      made_by: ctx.session.accountId,
      made_name: ctx.session.name,
    })
    .execute();
  const name = sheetKinds.find((one) => one.value === kind)!.label;
  await ctx.audit({ action: `修订${name}清单`, targetId: id, targetName: `${fromDate} 起，${items.length} 项` });
  return { id };
}
