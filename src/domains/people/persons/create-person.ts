/** 开户 of one person from the form. */
import { changesOf } from '../../../kit/server/audit/entry.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { type ReuseSaid, reuseChanges, reuseErrors, reuseOf } from '../cards/reuse-now.ts';
import { idNoError, refuseFields, refuseOutOfReach } from './check-person.ts';
import { type NewPerson, openPeople } from './open-people.ts';
import { personFields } from './person-fields.ts';

/** Opens the account with purses, job number and, when a number is given, a card. */
export async function createPerson(ctx: Ctx, values: NewPerson & ReuseSaid): Promise<{ id: number } | Refusal> {
  const person = { ...values, idNo: values.idNo?.toUpperCase() ?? null };
  const wrong = idNoError(person.idNo);
  if (wrong) return refuseFields({ idNo: wrong });
  if (person.physicalNo && !person.cardNo) return refuseFields({ cardNo: '不能为空（已填物理卡号）' });
  const against = reuseErrors(ctx, values);
  if (against) return refuseFields(against);
  const no = refuseOutOfReach(ctx, person.departmentId);
  if (no) return no;
  const opened = await openPeople(sqlOf(ctx.db), acting(ctx), [{ ...person, ...reuseOf(values) }]);
  if (isRefusal(opened)) return opened;
  const id = opened.personIds[0];
  if (!id) return refuseFields(opened.clashes.get(0) ?? {});
  await ctx.audit({
    action: '开户',
    targetId: id,
    targetName: person.name,
    changes: [...changesOf(personFields, null, { ...person }), ...reuseChanges(values)],
  });
  return { id };
}
