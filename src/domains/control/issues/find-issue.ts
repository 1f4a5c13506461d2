/** Something that has to be put right, found by a sheet, a record or an inspection. */

import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { unchecked } from '../../../kit/server/page/moves.ts';
import type { IssueRow } from '../tables.ts';

/** Days until a finding is to be put right, unless somebody says otherwise. */
const dueDays = 3;

export interface Found {
  source: IssueRow['source'];
  sourceId: number | null;
  restaurantId: number | null;
  what: string;
  picture?: string | null;
  ownerName?: string;
  /** `YYYY-MM-DD`. */
  dueOn?: string;
}

export async function findIssue(ctx: Ctx, found: Found): Promise<number> {
  const nowMs = ctx.clock.now();
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('issue')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      source: found.source,
      source_id: found.sourceId,
      restaurant_id: found.restaurantId,
      what: found.what.slice(0, 200),
      picture: found.picture ?? null,
      owner_name: found.ownerName ?? '',
      due_on: found.dueOn ?? addDays(dateAt(nowMs), dueDays),
      found_at: isoAt(nowMs),
      found_name: ctx.session.name,
      status: 'OPEN',
      fix_note: '',
      fix_picture: null,
      maker_id: null,
      maker_name: '',
      ...unchecked,
      version: 1,
    })
    .execute();
  return id;
}
