/** What an edit of a person drags along: overdraft of the new type, the list of job numbers, the devices' card list. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { setOverdraft } from '../../wallet/public.server.ts';
import { acting } from '../acting.ts';
import { lockPeople, relistCards } from '../cards/card-list.ts';
import { settleFaces } from '../faces/face-reach.ts';
import { bindJobNumbers, freeJobNumber } from '../job-numbers/bind-job-numbers.ts';
import { idNoError, refuseFields, refuseOutOfReach } from './check-person.ts';
import { findClashes } from './find-clashes.ts';

/** The form's values that matter here; a key that was not sent is undefined. */
export interface PersonEdit {
  name?: string | null;
  jobNumber?: string | null;
  idNo?: string | null;
  departmentId?: number | null;
  typeId?: number | null;
}

const differs = (key: keyof PersonEdit, edit: PersonEdit, before: RowValues) =>
  edit[key] !== undefined && (edit[key] ?? null) !== (before[key] ?? null);

/** Before the row is written: refuses what clashes, and gives the purse the new type's overdraft. */
export async function beforeEdit(ctx: Ctx, edit: PersonEdit, before: RowValues): Promise<Refusal | undefined> {
  const wrong = idNoError(edit.idNo);
  if (wrong) return refuseFields({ idNo: wrong });
  if (edit.typeId === null) return refuseFields({ typeId: '不能为空' });
  const no = edit.departmentId === undefined ? undefined : refuseOutOfReach(ctx, edit.departmentId);
  if (no) return no;
  const who = acting(ctx);
  const { organizationId } = who;
  const executor = sqlOf(ctx.db);
  if (edit.typeId && differs('typeId', edit, before)) {
    const type = await ctx.db
      .selectFrom('person_type')
      .select(['status', 'allow_overdraft', 'overdraft_limit_fen'])
      .where('id', '=', edit.typeId)
      .executeTakeFirst();
    if (type?.status !== 'NORMAL') return refuseFields({ typeId: '已停用' });
    // Purses are locked before people, never after.
    const indebted = await setOverdraft(
      executor,
      organizationId,
      [before.id],
      type.allow_overdraft ? type.overdraft_limit_fen : 0,
    );
    if (indebted.length > 0) return refuseFields({ typeId: '的透支额低于该人员已有的透支，请先充值' });
  }
  await lockPeople(executor, organizationId);
  const clashes = await findClashes(executor, who, [
    { jobNumber: edit.jobNumber, idNo: edit.idNo, personId: before.id },
  ]);
  const fields = clashes.get(0);
  return fields && before.status !== 'CLOSED' ? refuseFields(fields) : undefined;
}

/** After the row is written, in the same transaction. */
export async function afterEdit(ctx: Ctx, edit: PersonEdit, before: RowValues): Promise<void> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const numbered = (['jobNumber', 'name', 'departmentId'] as const).some((key) => differs(key, edit, before));
  if (numbered && before.status !== 'CLOSED') {
    if (differs('jobNumber', edit, before))
      await freeJobNumber(executor, who.organizationId, before.id, isoAt(ctx.clock.now()));
    const now = { ...before, ...edit } as unknown as PersonEdit & { name: string };
    if (now.jobNumber)
      await bindJobNumbers(executor, who, [
        { personId: before.id, jobNumber: now.jobNumber, name: now.name, departmentId: now.departmentId ?? null },
      ]);
  }
  if (differs('typeId', edit, before) || differs('departmentId', edit, before))
    await settleFaces(executor, who, { personIds: [before.id] }, ctx.session.name);
  if ((['name', 'typeId', 'departmentId'] as const).some((key) => differs(key, edit, before)))
    await relistCards(executor, who.organizationId, [before.id]);
}
