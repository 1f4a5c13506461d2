/** A sheet as it is worked on or was signed, with what has changed since. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ControlSheetRow } from '../tables.ts';
import { autoItems } from './auto-items.ts';
import { checkListOn } from './check-lists.ts';
import { periodOf, type SheetItem, type SheetKind } from './sheet-words.ts';

export interface SheetShown {
  unit: string;
  kind: SheetKind;
  period: string;
  label: string;
  status: 'NEW' | 'DRAFT' | 'SIGNED';
  version: number;
  items: SheetItem[];
  signerName: string;
  signedAt: string | null;
  digest: string | null;
  /** Signed, and what is counted says otherwise now. */
  changed: { label: string; signed: string; now: string }[];
  /** Corrections of it: how often, and why the last time. */
  corrected: number;
  reason: string;
}

/** The sheet that stands for the period; undefined before the first save. */
export async function standingSheet(ctx: Ctx, kind: SheetKind, from: string): Promise<ControlSheetRow | undefined> {
  return ctx.db
    .selectFrom('control_sheet')
    .selectAll()
    .where('organization_id', '=', ownOrganization(ctx))
    .where('kind', '=', kind)
    .where('period', '=', from)
    .where('status', '<>', 'REVISED')
    .executeTakeFirst();
}

export async function readSheet(ctx: Ctx, kind: SheetKind, day: string): Promise<SheetShown> {
  const { from, label } = periodOf(kind, day);
  const sheet = await standingSheet(ctx, kind, from);
  const now = await autoItems(ctx, kind, from);
  const list = await checkListOn(ctx, kind, from);
  const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
    `select count(*)::int as n from control_sheet where organization_id = $1 and kind = $2 and period = $3 and status = 'REVISED'`,
    [ownOrganization(ctx), kind, from],
  );
  const kept = new Map(sheet?.items.map((item) => [item.key, item]));
  const signed = sheet?.status === 'SIGNED';
  const items = signed
    ? sheet.items
    : [
        ...now.map((item) => ({ ...item, note: kept.get(item.key)?.note ?? '' })),
        ...list.items.map((item) => kept.get(item.key) ?? item),
      ];
  const changed = signed
    ? now.flatMap((item) => {
        const then = kept.get(item.key);
        return then && !item.moment && then.value !== item.value
          ? [{ label: item.label, signed: then.value, now: item.value }]
          : [];
      })
    : [];
  return {
    unit: ctx.session.unitName ?? '',
    kind,
    period: from,
    label,
    status: sheet ? (signed ? 'SIGNED' : 'DRAFT') : 'NEW',
    version: sheet?.version ?? 0,
    items,
    signerName: sheet?.signer_name ?? '',
    signedAt: sheet?.signed_at ?? null,
    digest: sheet?.digest ?? null,
    changed,
    corrected: rows[0]!.n,
    reason: sheet?.reason ?? '',
  };
}
