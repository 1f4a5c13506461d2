/** Saving, signing and correcting a sheet. A signature is one's own password again; what is signed is never altered. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { clear } from '../../alerts/public.server.ts';
import { findIssue } from '../issues/find-issue.ts';
import { controlRefusals } from '../refusals.ts';
import { autoItems } from './auto-items.ts';
import { checkListOn } from './check-lists.ts';
import { digestOf } from './digest.ts';
import { readSheet, standingSheet } from './read-sheet.ts';
import { periodOf, type SheetItem, type SheetKind, type SheetVerdict, sheetKinds } from './sheet-words.ts';

export interface Ticked {
  key: string;
  verdict: SheetVerdict | null;
  note: string;
}

export interface SheetSaid {
  kind: SheetKind;
  day: string;
  /** Of the sheet seen; 0 of a new one. */
  version: number;
  items: readonly Ticked[];
}

/** What is counted comes from the books, whatever the form says; what is ticked and every note comes from the form. */
async function itemsOf(ctx: Ctx, kind: SheetKind, from: string, said: readonly Ticked[]) {
  const ticks = new Map(said.map((one) => [one.key, one]));
  const counted = (await autoItems(ctx, kind, from)).map((item) => ({
    ...item,
    note: ticks.get(item.key)?.note ?? '',
  }));
  const list = await checkListOn(ctx, kind, from);
  const ticked = list.items.map((item) => {
    const tick = ticks.get(item.key);
    return { ...item, verdict: tick?.verdict ?? null, note: tick?.note ?? '' };
  });
  return { listId: list.id, items: [...counted, ...ticked] };
}

export const alarmObject = (kind: SheetKind, from: string) => `sheet:${kind}:${from}`;

/** Writes the draft; STALE when somebody else did meanwhile, refused once it is signed. */
export async function saveSheet(ctx: Ctx, said: SheetSaid): Promise<{ id: number; items: SheetItem[] } | Refusal> {
  const { from } = periodOf(said.kind, said.day);
  if (from > dateAt(ctx.clock.now())) return refuse(controlRefusals.SHEET_AHEAD, { period: from });
  const before = await standingSheet(ctx, said.kind, from);
  if (before?.status === 'SIGNED') return refuse(controlRefusals.SHEET_SIGNED, { name: before.signer_name });
  if ((before?.version ?? 0) !== said.version)
    return refuse('STALE', before ? { who: `「${before.saved_name}」`, what: '' } : {});
  const { listId, items } = await itemsOf(ctx, said.kind, from, said.items);
  const saved = {
    items: JSON.stringify(items) as unknown as SheetItem[],
    list_id: listId,
    saved_at: isoAt(ctx.clock.now()),
    saved_by: ctx.session.accountId,
    saved_name: ctx.session.name,
  };
  if (before) {
    await ctx.db
      .updateTable('control_sheet')
      .set((eb) => ({ ...saved, version: eb('version', '+', 1) }))
      .where('id', '=', before.id)
      .execute();
    return { id: before.id, items };
  }
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('control_sheet')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      kind: said.kind,
      period: from,
      status: 'DRAFT',
      corrects_id: null,
      reason: '',
      witness_name: '',
      signed_at: null,
      signer_id: null,
      signer_name: '',
      digest: null,
      version: 1,
      ...saved,
    })
    .execute();
  return { id, items };
}

/** Saves and signs: everything looked at, every finding told; findings become issues in the same transaction. */
async function sign(ctx: Ctx, said: SheetSaid): Promise<{ digest: string } | Refusal> {
  const saved = await saveSheet(ctx, said);
  if (isRefusal(saved)) return saved;
  const { id, items } = saved;
  const open = items.filter((item) => item.verdict === null);
  if (open.length > 0)
    return refuse(controlRefusals.SHEET_INCOMPLETE, {
      count: open.length,
      items: open.map((item) => item.label).join('；'),
    });
  const bad = items.filter((item) => !item.auto && item.verdict === 'BAD');
  const untold = bad.find((item) => item.note.trim() === '');
  if (untold) return refuse(controlRefusals.FINDING_UNTOLD, { item: untold.label });
  const { from, label } = periodOf(said.kind, said.day);
  const digest = digestOf({ kind: said.kind, period: from, items });
  await ctx.db
    .updateTable('control_sheet')
    .set((eb) => ({
      status: 'SIGNED' as const,
      signed_at: isoAt(ctx.clock.now()),
      signer_id: ctx.session.accountId,
      signer_name: ctx.session.name,
      digest,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  for (const item of bad)
    await findIssue(ctx, { source: 'SHEET', sourceId: id, restaurantId: null, what: `${item.label}：${item.note}` });
  const name = sheetKinds.find((one) => one.value === said.kind)!.label;
  await clear(ctx, ownOrganization(ctx), { kind: 'SHEET_UNSIGNED', object: alarmObject(said.kind, from) });
  await ctx.audit({ action: `${name}签名`, targetId: id, targetName: `${label}，摘要 ${digest.slice(0, 12)}` });
  return { digest };
}

/** One's own password is proven before the command begins, so that a wrong try counts whatever becomes of it. */
export async function signSheet(
  ctx: Ctx,
  { password, code, ...said }: SheetSaid & { password: string; code: string | null },
): Promise<unknown> {
  const proven = await ctx.services.witnessDoor.prove(ctx, { account: ctx.session.account, password, code });
  return isRefusal(proven) ? proven : runCommand(ctx, (inner) => sign(inner, said));
}

/** 更正: the signed one stays as it was, a new draft stands for its period. A second person has signed beside. */
export async function reviseSheet(
  ctx: Ctx,
  { kind, day, reason }: { kind: SheetKind; day: string; reason: string },
): Promise<null | Refusal> {
  const { from, label } = periodOf(kind, day);
  const before = await standingSheet(ctx, kind, from);
  if (before?.status !== 'SIGNED') return refuse(controlRefusals.SHEET_NOT_SIGNED);
  const shown = await readSheet(ctx, kind, from);
  await ctx.db.updateTable('control_sheet').set({ status: 'REVISED' }).where('id', '=', before.id).execute();
  await ctx.db
    .insertInto('control_sheet')
    .values({
      organization_id: before.organization_id,
      id: await ctx.ids.next(),
      kind,
      period: from,
      status: 'DRAFT',
      items: JSON.stringify(shown.items) as unknown as SheetItem[],
      corrects_id: before.id,
      reason,
      witness_name: ctx.witness?.name ?? '',
      saved_at: isoAt(ctx.clock.now()),
      saved_by: ctx.session.accountId,
      saved_name: ctx.session.name,
      signed_at: null,
      signer_id: null,
      signer_name: '',
      digest: null,
      version: 1,
    })
    .execute();
  await ctx.audit({ action: '更正管控表', targetId: before.id, targetName: `${label}，${reason}` });
  return null;
}
