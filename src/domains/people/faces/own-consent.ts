/** 满 14 周岁: what a guardian agreed to for a child the person agrees to, or it lapses as if taken back. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { houseContext } from '../../../kit/server/page/make-context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Work } from '../../shell/public.server.ts';
import { acting } from '../acting.ts';
import { answered, lockFace, setFace, withdrawFace } from './face-actions.ts';
import { dropPictures } from './face-picture.ts';
import { purposeWords } from './face-purposes.ts';
import { settleFaces } from './face-reach.ts';
import { ageOn, faceMay, guardianAge, ownConsentDays } from './face-states.ts';
import { noteConsent } from './note-consent.ts';

const path = '/admin/organization/face_info_count/own_consent';

export const ownConsentWork: Work = {
  label: '改由本人同意人脸',
  path,
  search: { state: ['DUE', 'OVERDUE'] },
  needs: 'record',
  hint: `已满 ${guardianAge} 周岁，监护人的同意须在 ${ownConsentDays} 天内改为本人的`,
};

interface Found {
  organizationId: number;
  personId: number;
  name: string;
}

/** The fourteenth birthday of `p`. */
const grown = `(p.birthday + interval '${guardianAge} years')`;

/** Those of `f` and `p` who were asked and have not answered; a birthday put right since takes them off. */
export const waitsForOwn = (today: string) =>
  sql<boolean>`f.self_asked_on is not null and ${sql.raw(grown)} <= ${today}::date`;

const found = `select /* wall: a job over every unit */ f.organization_id as "organizationId", f.person_id as "personId", p.name
   from face_info f join person p on p.organization_id = f.organization_id and p.id = f.person_id`;

/** Those a guardian agreed for before they were fourteen, who are by `today` ($1); nobody is asked twice. */
const grownUp = `${found} where f.consent_by = 'GUARDIAN' and f.consent_at is not null and f.self_asked_on is null
    and f.status in ('NONE', 'OK', 'REJECTED') and p.status <> 'CLOSED' and ${grown} <= $1::date
    and (f.consent_at at time zone 'Asia/Shanghai')::date < ${grown}
  order by 1, 2`;

/** Those asked before $2 who are fourteen by `today` ($1) and have not answered. */
const unanswered = `${found} where f.self_asked_on < $2::date and ${grown} <= $1::date order by 1, 2`;

/** Once a night: asks those who have become fourteen, and lets lapse what nobody answered in time. */
export async function watchOwnConsents(services: Services): Promise<{ asked: number; lapsed: number }> {
  const today = dateAt(services.clock.now());
  const { rows: late } = await services.pool.query<Found>(unanswered, [today, addDays(today, -ownConsentDays)]);
  for (const { organizationId, personId, name } of late) {
    const ctx = houseContext(services, organizationId, '系统', path);
    let picture: string | null = null;
    const answer = await runCommand(ctx, async (inner) => {
      const reason = `满 ${guardianAge} 周岁后 ${ownConsentDays} 天内没有本人的同意`;
      const key = await withdrawFace(inner, sqlOf(inner.db), { id: personId, name }, reason, 'LAPSED');
      if (isRefusal(key)) return key;
      picture = key;
      return null;
    });
    if (isRefusal(answer)) services.log.warn('own consent', { personId, refusal: answer.code });
    else await dropPictures(ctx, [picture]);
  }
  const { rows: grown } = await services.pool.query<Found>(grownUp, [today]);
  for (const { organizationId, personId } of grown)
    await runCommand(houseContext(services, organizationId, '系统', path), async (inner) => {
      const executor = sqlOf(inner.db);
      await lockFace(executor, acting(inner), personId);
      await setFace(executor, acting(inner), personId, { self_asked_on: today });
      await noteConsent(inner, executor, personId, { kind: 'ASKED', note: `满 ${guardianAge} 周岁，改由本人同意` });
      return null;
    });
  return { asked: grown.length, lapsed: late.length };
}

/** 登记本人同意: the paper's day and purposes stand from now on; the picture stays where it is still needed. */
export async function recordOwnConsent(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const [row] = rows;
  if (!row || rows.length > 1) return refuse('MALFORMED', { detail: '一次只能为一人登记' });
  const { consentOn, purposes, file } = values as { consentOn: string; purposes: string[]; file: string | null };
  if (consentOn > dateAt(ctx.clock.now())) return refuseField('consentOn', '同意日期不能晚于今天');
  if (ageOn(String(row.birthday), consentOn) < guardianAge)
    return refuseField('consentOn', `${consentOn} 本人还不满 ${guardianAge} 周岁`);
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const name = String(row.name);
  const personId = Number(row.personId);
  const face = await lockFace(executor, who, personId);
  if (!face.consentAt || !faceMay('accept', face.status)) return refuse('FACE_NO_CONSENT', { name });
  const at = `${consentOn}T00:00:00+08:00`;
  await setFace(executor, who, personId, {
    consent_at: at,
    consent_by: 'SELF',
    consent_name: name,
    recorded_by: who.by,
    purposes,
    ...answered,
  });
  await noteConsent(ctx, executor, personId, { kind: 'GIVEN', purposes, byWhom: 'SELF', byName: name, at, file });
  await settleFaces(executor, who, { personIds: [personId] }, ctx.session.name);
  await ctx.audit({
    action: '人脸改由本人同意',
    targetId: personId,
    targetName: name,
    changes: [
      { key: 'consentBy', label: '同意人', before: String(row.consentName ?? ''), after: `${name}，${consentOn}` },
      { key: 'purposes', label: '用途', before: purposeWords(row.purposes as string[]), after: purposeWords(purposes) },
    ],
  });
  return null;
}
