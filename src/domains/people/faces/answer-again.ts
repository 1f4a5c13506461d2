/** 登记重新同意: what people answered to the notice that went further; who was paused is on the terminals again. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, RowValues } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { answered, lockFace, setFace } from './face-actions.ts';
import { purposeWords } from './face-purposes.ts';
import { settleFaces } from './face-reach.ts';
import { ageOn, faceMay, guardianAge } from './face-states.ts';
import { noteConsent } from './note-consent.ts';

/** By age whose word it is; of somebody without a birthday, whose it was before. */
function spokenBy(row: RowValues, on: string): { by: 'SELF' | 'GUARDIAN'; name: string } {
  const birthday = row.birthday as string | null;
  const child = birthday ? ageOn(birthday, on) < guardianAge : row.consentBy === 'GUARDIAN';
  if (!child) return { by: 'SELF', name: String(row.name) };
  const before = row.consentBy === 'GUARDIAN' ? row.consentName : null;
  return { by: 'GUARDIAN', name: String(before ?? row.guardianName ?? '') };
}

/** Several at once: a class hands its papers in together. */
export async function answerAgain(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { consentOn, purposes, file } = values as { consentOn: string; purposes: string[]; file: string | null };
  if (consentOn > dateAt(ctx.clock.now())) return refuseField('consentOn', '同意日期不能晚于今天');
  const early = rows.find(({ askedOn }) => consentOn < String(askedOn));
  if (early) return refuseField('consentOn', `${early.name} 是 ${early.askedOn} 才被征求的，同意日期不能更早`);
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const at = `${consentOn}T00:00:00+08:00`;
  for (const row of rows) {
    const personId = Number(row.personId);
    const name = String(row.name);
    const spoken = spokenBy(row, consentOn);
    if (!spoken.name) return refuse('INVALID_FIELDS', { detail: `${name} 未满 ${guardianAge} 周岁，档案里没有监护人` });
    const face = await lockFace(executor, who, personId);
    if (!face.consentAt || !faceMay('accept', face.status)) return refuse('FACE_NO_CONSENT', { name });
    await setFace(executor, who, personId, {
      consent_at: at,
      consent_by: spoken.by,
      consent_name: spoken.name,
      recorded_by: who.by,
      purposes,
      ...answered,
    });
    await noteConsent(ctx, executor, personId, {
      kind: 'GIVEN',
      purposes,
      byWhom: spoken.by,
      byName: spoken.name,
      at,
      file,
    });
    await ctx.audit({
      action: '人脸重新同意',
      targetId: personId,
      targetName: name,
      changes: [
        { key: 'notice', label: '告知书', before: null, after: `${row.noticeNo} 号，${spoken.name}，${consentOn}` },
        { key: 'purposes', label: '用途', before: purposeWords(face.purposes), after: purposeWords(purposes) },
      ],
    });
  }
  await settleFaces(executor, who, { personIds: rows.map(({ personId }) => Number(personId)) }, ctx.session.name);
  return null;
}
