/** 征求同意, 登记同意, 上传照片, 撤回同意: a face is kept only while there is a separate consent, and devices follow. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done, RowValues } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type Acting, acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { closeErased } from '../pushes/push-delivery.ts';
import { pushItems } from '../pushes/push-items.ts';
import { dropPictures, judgePicture, readPicture } from './face-picture.ts';
import { purposeWords } from './face-purposes.ts';
import { facesNeeded, settleFaces } from './face-reach.ts';
import { ageOn, deleteDays, type FaceEvent, faceFlow, faceMay, guardianAge } from './face-states.ts';
import { noteConsent } from './note-consent.ts';
import '../refusals.ts';

interface Face {
  status: string;
  imageKey: string | null;
  consentAt: string | null;
  featureVersion: number;
  purposes: string[];
}

/** The face's row, made when there is none, under the people lock. */
export async function lockFace(executor: Sql, who: Acting, personId: number): Promise<Face> {
  await lockPeople(executor, who.organizationId);
  const at = isoAt(who.clock.now());
  await executor.query(
    `insert into face_info (organization_id, id, person_id, status, updated_at) values ($1, $2, $3, 'NONE', $4)
     on conflict do nothing`,
    [who.organizationId, await who.ids.next(), personId, at],
  );
  const { rows } = await executor.query<Face>(
    `select status, image_key as "imageKey", consent_at as "consentAt", feature_version as "featureVersion", purposes
       from face_info where organization_id = $1 and person_id = $2 for update`,
    [who.organizationId, personId],
  );
  return rows[0]!;
}

export async function setFace(
  executor: Sql,
  who: Acting,
  personId: number,
  set: Record<string, unknown>,
): Promise<void> {
  const keys = Object.keys(set);
  await executor.query(
    `update /* wall: organization_id below */ face_info set ${keys.map((key, i) => `${key} = $${i + 4}`).join(', ')}, updated_at = $3, version = version + 1
      where organization_id = $1 and person_id = $2`,
    [who.organizationId, personId, isoAt(who.clock.now()), ...Object.values(set)],
  );
}

/** Nothing is asked of somebody who has answered. */
export const answered = { self_asked_on: null, asked_notice: null, answer_due_on: null, paused_at: null };

const refuseState = (event: FaceEvent, name: string, face: Face): Refusal | undefined =>
  faceMay(event, face.status)
    ? undefined
    : refuse('FACE_STATE', { name, state: faceFlow.labelOf(face.status), action: faceFlow.moves[event].label });

const logged = (ctx: Ctx, event: FaceEvent, row: RowValues, from: string, to: string, note?: string) =>
  ctx.audit({
    action: `人脸${faceFlow.moves[event].label}`,
    targetId: row.id,
    targetName: String(row.name),
    changes: [
      { key: 'faceStatus', label: '人脸', before: faceFlow.labelOf(from), after: faceFlow.labelOf(to) },
      ...(note ? [{ key: 'note', label: '说明', before: null, after: note }] : []),
    ],
  });

/** 征求同意: marks people whose consent is waited for. */
export async function askConsent(ctx: Ctx, { rows }: ActionInput): Promise<Refusal | null> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  for (const row of rows) {
    const face = await lockFace(executor, who, row.id);
    const no = refuseState('ask', String(row.name), face);
    if (no) return no;
    await setFace(executor, who, row.id, { status: faceFlow.moves.ask.to, consent_at: null, deleted_at: null });
    await noteConsent(ctx, executor, row.id, { kind: 'ASKED' });
    await logged(ctx, 'ask', row, face.status, faceFlow.moves.ask.to);
  }
  return null;
}

/** 登记同意: who consented and when; a guardian for people under 14. */
export async function recordConsent(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const [row] = rows;
  if (!row || rows.length > 1) return refuse('MALFORMED', { detail: '一次只能为一人登记' });
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const name = String(row.name);
  const { consentBy, consentName, consentOn, purposes } = values as {
    purposes: string[];
    consentBy: string;
    consentName: string | null;
    consentOn: string;
  };
  const today = isoAt(ctx.clock.now()).slice(0, 10);
  if (consentOn > today)
    return refuse('INVALID_FIELDS', { detail: '同意日期不能晚于今天' }, { consentOn: '不能晚于今天' });
  const birthday = row.birthday as string | null;
  if (birthday && ageOn(birthday, consentOn) < guardianAge && consentBy !== 'GUARDIAN')
    return refuse('FACE_GUARDIAN', { name, birthday }, { consentBy: `未满 ${guardianAge} 周岁，须由监护人同意` });
  const by = consentName || (consentBy === 'GUARDIAN' ? (row.guardianName as string | null) : name);
  if (!by) return refuse('INVALID_FIELDS', { detail: '请填写监护人姓名' }, { consentName: '请填写监护人姓名' });
  const face = await lockFace(executor, who, row.id);
  const no = refuseState('consent', name, face);
  if (no) return no;
  await setFace(executor, who, row.id, {
    status: faceFlow.moves.consent.to,
    consent_at: `${consentOn}T00:00:00+08:00`,
    consent_by: consentBy,
    consent_name: by,
    recorded_by: who.by,
    purposes,
    ...answered,
    withdrawn_at: null,
    withdraw_reason: null,
    delete_due_at: null,
    deleted_at: null,
  });
  const at = `${consentOn}T00:00:00+08:00`;
  await noteConsent(ctx, executor, row.id, { kind: 'GIVEN', purposes, byWhom: consentBy, byName: by, at });
  const note = `${by} 于 ${consentOn} 同意用于${purposeWords(purposes)}`;
  await logged(ctx, 'consent', row, face.status, faceFlow.moves.consent.to, note);
  return null;
}

/** 登记不同意: asked and refused; nothing is kept but that. */
export async function refuseConsent(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  for (const row of rows) {
    const face = await lockFace(executor, who, row.id);
    const no = refuseState('refuse', String(row.name), face);
    if (no) return no;
    await setFace(executor, who, row.id, { status: faceFlow.moves.refuse.to, consent_at: null });
    await noteConsent(ctx, executor, row.id, { kind: 'REFUSED', note: String(values.note ?? '') });
    await logged(ctx, 'refuse', row, face.status, faceFlow.moves.refuse.to);
  }
  return null;
}

/** 变更用途: what the face may be used for from now on; terminals that serve what was taken out delete it. */
export async function changePurposes(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const purposes = values.purposes as string[];
  for (const row of rows) {
    const face = await lockFace(executor, who, row.id);
    if (!face.consentAt || !['NONE', 'OK', 'REJECTED'].includes(face.status))
      return refuse('FACE_NO_CONSENT', { name: String(row.name) });
    await setFace(executor, who, row.id, { purposes });
    await noteConsent(ctx, executor, row.id, { kind: 'NARROWED', purposes, note: String(values.note ?? '') });
    await ctx.audit({
      action: '人脸变更用途',
      targetId: row.id,
      targetName: String(row.name),
      changes: [{ key: 'purposes', label: '用途', before: purposeWords(face.purposes), after: purposeWords(purposes) }],
    });
  }
  await settleFaces(executor, who, { personIds: rows.map(({ id }) => id) }, ctx.session.name);
  return null;
}

/** 上传照片: judged at once; a good one goes to every terminal that needs it, a bad one is not kept. */
export async function uploadFace(ctx: Ctx, { rows, values }: ActionInput): Promise<Done | Refusal> {
  const [row] = rows;
  if (!row || rows.length > 1) return refuse('MALFORMED', { detail: '一次只能为一人上传' });
  const name = String(row.name);
  const key = String(values.imageUrl);
  const size = await readPicture(ctx, key);
  if (isRefusal(size)) return size;
  const { quality, wrong } = judgePicture(size);
  let old: string | null = null;
  const answer = await runCommand(ctx, async (inner) => {
    const who = acting(inner);
    const executor = sqlOf(inner.db);
    const face = await lockFace(executor, who, row.id);
    const event = wrong ? 'reject' : 'accept';
    const no = refuseState(event, name, face);
    if (no) return no;
    if (!face.consentAt) return refuse('FACE_NO_CONSENT', { name });
    // A bad picture leaves the good one that is in use.
    const keeps = wrong !== null && face.status === 'OK';
    old = keeps || face.imageKey === key ? null : face.imageKey;
    const to = keeps ? 'OK' : faceFlow.moves[event].to;
    const featureVersion = face.featureVersion + 1;
    await setFace(
      executor,
      who,
      row.id,
      wrong
        ? { reject_reason: wrong, ...(keeps ? {} : { status: to, quality, image_key: null }) }
        : {
            status: to,
            quality,
            reject_reason: null,
            image_key: key,
            source: 'UPLOAD',
            feature_version: featureVersion,
          },
    );
    await logged(inner, event, row, face.status, to, wrong ?? undefined);
    if (wrong) return { refusedPicture: true };
    const items = (await facesNeeded(executor, who.organizationId, { personIds: [row.id] })).map((pair) => ({
      ...pair,
      action: 'ADD' as const,
    }));
    const pushed = await pushItems(executor, who, 'FACE', items, inner.session.name);
    return { devices: pushed.added };
  });
  if (isRefusal(answer)) return answer;
  await dropPictures(ctx, [old, wrong ? key : null]);
  return {
    receipt: {
      title: wrong ? '照片不合格' : '人脸已采集',
      lines: [
        ['姓名', name],
        ['照片', `${size.width}×${size.height}，质量 ${quality}`],
        wrong ? ['原因', wrong] : ['下发', `${(answer as { devices?: number }).devices ?? 0} 台人脸设备`],
      ],
    },
  };
}

/** Withdraws one consent in the caller's transaction; answers the picture's key, to be taken out of the store. */
export async function withdrawFace(
  ctx: Ctx,
  executor: Sql,
  row: RowValues,
  reason: string,
  kind: 'WITHDRAWN' | 'LAPSED' = 'WITHDRAWN',
): Promise<string | null | Refusal> {
  const who = acting(ctx);
  const name = String(row.name);
  const face = await lockFace(executor, who, row.id);
  const no = refuseState('withdraw', name, face);
  if (no) return no;
  const at = isoAt(ctx.clock.now());
  await setFace(executor, who, row.id, {
    status: 'WITHDRAWN',
    image_key: null,
    quality: null,
    ...answered,
    withdrawn_at: at,
    withdraw_reason: reason,
    delete_due_at: `${addDays(at.slice(0, 10), deleteDays)}T00:00:00+08:00`,
  });
  // Whoever may hold the face, by what was ever handed to it and not deleted since.
  const { rows: holders } = await executor.query<{ deviceId: number }>(
    `select "deviceId" from (
       select distinct on (q.device_id) q.device_id as "deviceId", q.action, q.status, q.sent_at from device_push q
        where q.organization_id = $1 and q.target_id = $2 and q.target_type = 'FACE' and q.sent_at is not null
        order by q.device_id, q.id desc) last
      where not (action = 'DELETE' and status = 'OK')`,
    [who.organizationId, row.id],
  );
  // What was never fetched must not be fetched any more.
  await executor.query(
    `update device_push set status = 'SUPERSEDED', done_at = $3
      where organization_id = $1 and target_id = $2 and target_type = 'FACE' and action <> 'DELETE'
        and status in ('PENDING', 'SENT', 'FAILED', 'EXPIRED')`,
    [who.organizationId, row.id, at],
  );
  const items = holders.map(({ deviceId }) => ({
    personId: row.id,
    deviceId,
    action: 'DELETE' as const,
    version: face.featureVersion + 1,
  }));
  await pushItems(executor, who, 'FACE', items, ctx.session.name);
  await setFace(executor, who, row.id, { feature_version: face.featureVersion + 1 });
  await closeErased(executor, who.organizationId, [row.id], ctx.clock.now());
  await noteConsent(ctx, executor, row.id, { kind, note: reason });
  await logged(ctx, 'withdraw', row, face.status, 'WITHDRAWN', reason);
  return face.imageKey;
}

/** 撤回同意: the picture goes at once, devices are told to delete; DELETED once all have confirmed. */
export async function withdrawConsent(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const keys: (string | null)[] = [];
  const answer = await runCommand(ctx, async (inner) => {
    const executor = sqlOf(inner.db);
    for (const row of rows) {
      const key = await withdrawFace(inner, executor, row, String(values.reason));
      if (isRefusal(key)) return key;
      keys.push(key);
    }
    return null;
  });
  if (isRefusal(answer)) return answer;
  await dropPictures(ctx, keys);
  return null;
}
