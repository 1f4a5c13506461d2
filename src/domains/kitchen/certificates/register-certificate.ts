/** 登记健康证: a new row of the ledger; the one before stays. */

import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { kitchenRefusals } from '../refusals.ts';

export interface NewCertificate {
  no: string;
  issuer: string | null;
  /** `YYYY-MM-DD`; the last day is a year later at most. */
  issueDate: string;
  expireDate: string;
  image: string | null;
}

/** The last day a certificate of this day may have: a year later, the same date. */
export const latestExpiry = (issueDate: string): string => {
  const year = Number(issueDate.slice(0, 4)) + 1;
  const date = `${year}${issueDate.slice(4)}`;
  return date.endsWith('-02-29') ? `${year}-02-28` : date;
};

/** Refused at its field where the dates cannot be; holds only once another person confirms it. */
export async function registerCertificate(
  ctx: Ctx,
  cookUserId: number,
  { no, issuer, issueDate, expireDate, image }: NewCertificate,
): Promise<{ id: number } | Refusal> {
  if (issueDate > dateAt(ctx.clock.now())) return refuseField('issueDate', '发证日期不能晚于今天');
  if (expireDate <= issueDate) return refuseField('expireDate', '到期日期应晚于发证日期');
  const latest = latestExpiry(issueDate);
  if (expireDate > latest)
    return refuse(
      kitchenRefusals.CERTIFICATE_TOO_LONG,
      { latest },
      { expireDate: `健康证有效期最长一年，应不晚于 ${latest}` },
    );
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('health_certificate')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      cook_user_id: cookUserId,
      no,
      issuer: issuer ?? '',
      issue_date: issueDate,
      expire_date: expireDate,
      image,
      status: 'PENDING',
      ...madeBy(ctx.session),
      created_at: isoAt(ctx.clock.now()),
      version: 1,
    })
    .execute();
  return { id };
}
