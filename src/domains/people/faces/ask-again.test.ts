/** A notice that goes further asks again: unanswered, the face is on no terminal until the answer; the picture stays. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { device } from '../../device/domain.ts';
import { units } from '../../tenancy/testing.ts';
import { finishPushes, takePushes } from '../pushes/push-delivery.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import askPage from './pages/face-info-count-ask_again.server.ts';
import consentPage from './pages/face-info-count-consent.server.ts';
import privacyPage from './pages/face-info-count-privacy.server.ts';
import { pauseUnanswered } from './pause-unanswered.ts';

const path = `${area}/face_info_count/ask_again`;
const privacy = `${area}/face_info_count/privacy`;
const [pos, gate] = [841, 842];
const dayMs = 86_400_000;
let bench: PeopleBench;
const removed: string[] = [];

beforeAll(async () => {
  bench = await peopleBench([device], [askPage, privacyPage, consentPage]);
  Object.assign(bench.services, { files: { remove: async (key: string) => void removed.push(key) } });
  const at = isoAt(bench.clock.now());
  const { pool } = bench.database;
  for (const [id, kind] of [
    [pos, 'FACE_POS'],
    [gate, 'GATE'],
  ] as const) {
    await pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values ($1, $2, $2, $2, '{FACE}', $3, $3)`,
      [id, kind, at],
    );
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $1, $2, $3, 'ACTIVE', $4, $4)`,
      [id, kind, units.organization, at],
    );
  }
  await publish(['MEAL']);
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.close();
});

const today = () => dateAt(bench.clock.now());
const publish = (purposes: string[], answerDays: number | null = null) =>
  bench.school.call<{ id: number }>(privacy, 'create', { purposes, body: '人脸只用于写明的用途', answerDays });
const rows = async () => (await bench.school.call<{ rows: Record<string, unknown>[] }>(path, 'query')).rows;
const kinds = async (personId: number) => {
  const { rows: said } = await bench.database.pool.query<{ kind: string; no: number }>(
    'select kind, notice_no as no from face_consent where person_id = $1 order by id',
    [personId],
  );
  return said.map(({ kind, no }) => `${kind} ${no}`);
};
/** Agreed to eating by face, with a picture in use. */
async function withFace(name: string, more: { birthday?: string; consentBy?: string; guardianName?: string } = {}) {
  const { consentBy = 'SELF', ...person } = more;
  const id = await bench.open({ name, ...person });
  const agreed = { id, purposes: ['MEAL'], consentBy, consentOn: today() };
  expect(await bench.school.call(userPage, 'faceConsent', agreed)).toBeNull();
  await bench.database.pool.query(
    `update face_info set status = 'OK', image_key = 'face/again/' || person_id where person_id = $1`,
    [id],
  );
  expect(await bench.school.call(userPage, 'facePurposes', { ids: [id], purposes: ['MEAL'] })).toBeNull();
  return id;
}
/** The terminal does what waits for it and says so: what it was told of whom. */
async function sync(deviceId: number): Promise<string[]> {
  const { pool } = bench.database;
  const now = bench.clock.now();
  const told = await takePushes(pool, units.organization, deviceId, now, 100);
  const results = told.map(({ id }) => ({ id, ok: true, code: '', message: '' }));
  await finishPushes(pool, units.organization, deviceId, results, now);
  return told.map(({ action, personId }) => `${action} ${personId}`).toSorted();
}
const answer = (ids: unknown[], values: { purposes?: string[]; consentOn?: string } = {}) =>
  bench.school.call(path, 'answer', { ids, purposes: ['MEAL', 'GATE'], consentOn: today(), file: null, ...values });

test('a wider notice cannot be published without a day to answer by; one that says no more asks nobody', async () => {
  expect(await publish(['MEAL', 'GATE'])).toMatchObject({
    fields: { answerDays: '比 1 号多了「门禁」，须重新征求同意：请填写答复期限' },
  });
  expect(await publish(['MEAL', 'GATE'], 6)).toMatchObject({ fields: { answerDays: expect.any(String) } });
  await withFace('先前同意的');
  await publish(['MEAL']);
  expect(await rows()).toEqual([]);
});

test('who has not answered in time is paused on every terminal, and is back with the answer', async () => {
  const silent = await withFace('没有答复');
  const prompt = await withFace('及时答复');
  const waiting = await bench.open({ name: '还没同意过' });
  expect(await sync(pos)).toContain(`ADD ${silent}`);
  await publish(['MEAL', 'GATE'], 10);
  const asked = await rows();
  expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining(['先前同意的', '没有答复', '及时答复']));
  expect(asked.some(({ personId }) => personId === waiting)).toBe(false);
  expect(asked[0]).toMatchObject({ state: 'DUE', noticeNo: 3, dueOn: addDays(today(), 10), daysLeft: 10 });
  const rowOf = async (personId: number) => (await rows()).find((row) => row.personId === personId);

  // Said before it was asked, or tomorrow: no answer.
  const one = (await rowOf(prompt))!.id;
  for (const consentOn of [addDays(today(), -1), addDays(today(), 1)])
    expect(await answer([one], { consentOn })).toMatchObject({ fields: { consentOn: expect.any(String) } });
  expect(await answer([one])).toBeNull();
  expect(await sync(gate)).toEqual([`ADD ${prompt}`]);

  bench.clock.advance(10 * dayMs);
  expect(await pauseUnanswered(bench.services)).toEqual({ paused: 0 });
  bench.clock.advance(dayMs);
  expect(await pauseUnanswered(bench.services)).toEqual({ paused: 2 });
  expect(await pauseUnanswered(bench.services)).toEqual({ paused: 0 });
  expect(await rowOf(silent)).toMatchObject({ state: 'PAUSED', daysLeft: 0 });
  expect(await sync(pos)).toContain(`DELETE ${silent}`);
  expect(await bench.row(silent)).toMatchObject({ faceStatus: 'OK', facePausedAt: expect.any(String) });
  expect(removed).toEqual([]);
  // Whatever changes meanwhile does not bring it back: only the answer does.
  await bench.school.call(userPage, 'facePurposes', { ids: [silent], purposes: ['MEAL', 'GATE'] });
  expect([await sync(pos), await sync(gate)]).toEqual([[], []]);

  expect(await answer([(await rowOf(silent))!.id], { purposes: ['MEAL'] })).toBeNull();
  expect([await sync(pos), await sync(gate)]).toEqual([[`ADD ${silent}`], []]);
  expect(await bench.row(silent)).toMatchObject({ facePausedAt: null });
  expect(await kinds(silent)).toEqual(['GIVEN 2', 'NARROWED 2', 'ASKED 3', 'PAUSED 3', 'NARROWED 3', 'GIVEN 3']);
});

test('a class hands its papers in together: a child’s guardian agrees, everybody else in person', async () => {
  const child = await withFace('孩子', { birthday: '2018-05-01', consentBy: 'GUARDIAN', guardianName: '家长甲' });
  const adult = await withFace('老师');
  await publish(['MEAL', 'GATE', 'ATTENDANCE'], 30);
  const ids = (await rows()).filter(({ personId }) => [child, adult].includes(Number(personId))).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(await answer(ids)).toBeNull();
  expect(await bench.row(child)).toMatchObject({ faceConsentBy: 'GUARDIAN', faceConsentName: '家长甲' });
  expect(await bench.row(adult)).toMatchObject({ faceConsentBy: 'SELF', faceConsentName: '老师' });
});

test('who does not agree says so, and the face goes at once', async () => {
  const unwilling = await withFace('不同意');
  await sync(pos);
  await publish(['MEAL', 'GATE', 'ATTENDANCE', 'DISPLAY'], 30);
  const row = (await rows()).find(({ personId }) => personId === unwilling)!;
  expect(await bench.school.call(path, 'decline', { ids: [row.id], reason: '不同意' })).toBeNull();
  expect(await bench.row(unwilling)).toMatchObject({ faceStatus: 'WITHDRAWN' });
  expect(removed).toEqual([`face/again/${unwilling}`]);
  bench.clock.advance(40 * dayMs);
  await pauseUnanswered(bench.services);
  expect(await kinds(unwilling)).not.toContain('PAUSED 5');
});
