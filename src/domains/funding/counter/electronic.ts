/** The electronic slip of a document: its address for the QR code on the paper, and an end to it. */
import { openPath } from '../../../kit/define/open-page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { openCode, revokeCode } from '../../../kit/server/open/codes.ts';
import type { CounterKind } from './kinds.ts';
import receipt from './open/receipt.open.ts';

const subjectOf = (ctx: Ctx, { table }: CounterKind, id: number) => ({
  organizationId: ownOrganization(ctx),
  subject: `${table}:${id}`,
});

/** Path of the document's electronic slip. */
export async function slipPath(ctx: Ctx, kind: CounterKind, id: number): Promise<string> {
  return openPath(receipt, await openCode(ctx, receipt, subjectOf(ctx, kind, id)));
}

/** Paper that was lost shows nothing any more; printing anew gives a new address. */
export async function endSlip(ctx: Ctx, kind: CounterKind, id: number, documentNo: string): Promise<null> {
  if (await revokeCode(ctx, receipt, subjectOf(ctx, kind, id)))
    await ctx.audit({ action: '停用电子凭条', targetId: id, targetName: documentNo });
  return null;
}
