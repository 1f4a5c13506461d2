/** A child's guardian agreed: at fourteen the person is asked, and after sixty days without an answer the face is gone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { device } from '../../device/domain.ts';
import { units } from '../../tenancy/testing.ts';
import { takePushes } from '../pushes/push-delivery.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { watchOwnConsents } from './own-consent.ts';
import consentPage from './pages/face-info-count-consent.server.ts';
import ownPage from './pages/face-info-count-own_consent.server.ts';

const path = `${area}/face_info_count/own_consent`;
const pos = 831;
const dayMs = 86_400_000;
let bench: PeopleBench;
const removed: string[] = [];

beforeAll(async () => {
  bench = await peopleBench([device], [ownPage, consentPage]);
  Object.assign(bench.services, { files: { remove: async (key: string) => void removed.push(key) } });
  const at = isoAt(bench.clock.now());
  const { pool } = bench.database;
  await pool.query(
    `insert into device_type (id, name, model, kind, abilities, created_at, updated_at) values ($1, 'x', 'x', 'FACE_POS', '{FACE}', $2, $2)`,
    [pos, at],
  );
  await pool.query(
    `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
     values ($1, 'own', $1, '消费机', $2, 'ACTIVE', $3, $3)`,
    [pos, units.organization, at],
  );
});
afterAll(async () => {
  await device.stop?.(bench.services);
  await bench.close();
});

const today = () => dateAt(bench.clock.now());
const rows = async () => (await bench.school.call<{ rows: Record<string, unknown>[] }>(path, 'query')).rows;
const kinds = async (personId: number) => {
  const { rows: said } = await bench.database.pool.query<{ kind: string }>(
    'select kind from face_consent where person_id = $1 order by id',
    [personId],
  );
  return said.map(({ kind }) => kind);
};

/** In use on the terminal, agreed to by whom; fourteen in so many days. */
async function withFace(name: string, inDays: number, consentBy: 'GUARDIAN' | 'SELF' = 'GUARDIAN'): Promise<number> {
  const grown = addDays(today(), inDays);
  const birthday = `${Number(grown.slice(0, 4)) - 14}${grown.slice(4)}`;
  const id = await bench.open({ name, birthday, guardianName: '家长' });
  const purposes = ['MEAL', 'GATE'];
  const consentOn = consentBy === 'SELF' || inDays > 0 ? today() : addDays(today(), inDays - 1);
  expect(await bench.school.call(userPage, 'faceConsent', { id, purposes, consentBy, consentOn })).toBeNull();
  await bench.database.pool.query(`update face_info set status = 'OK', image_key = $2 where person_id = $1`, [
    id,
    `face/own/${id}.png`,
  ]);
  const at = isoAt(bench.clock.now());
  await bench.database.pool.query(
    `insert into device_push (organization_id, id, batch_no, target_type, target_id, device_id, action, target_version, status, created_at, sent_at, done_at)
     values ($1, $2, 'P', 'FACE', $3, $4, 'ADD', 1, 'OK', $5, $5, $5)`,
    [units.organization, await bench.services.ids.next(), id, pos, at],
  );
  return id;
}

test('from the birthday on it waits sixty days for the paper; who answers keeps the face, under the person’s own name', async () => {
  const child = await withFace('将满十四', 1);
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 0, lapsed: 0 });
  expect(await rows()).toEqual([]);
  bench.clock.advance(dayMs);
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 1, lapsed: 0 });
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 0, lapsed: 0 });
  const [row] = await rows();
  expect(row).toMatchObject({
    personId: child,
    state: 'DUE',
    consentName: '家长',
    askedOn: today(),
    dueOn: addDays(today(), 60),
    daysLeft: 60,
  });
  const record = (consentOn: string, purposes = ['MEAL']) =>
    bench.school.call(path, 'record', { id: row!.id, consentOn, purposes, file: null });
  // The day before the birthday somebody else had to agree; tomorrow has not come.
  for (const day of [addDays(today(), -1), addDays(today(), 1)])
    expect(await record(day)).toMatchObject({ fields: { consentOn: expect.any(String) } });
  expect(await record(today())).toBeNull();
  expect(await rows()).toEqual([]);
  expect(await kinds(child)).toEqual(['GIVEN', 'ASKED', 'GIVEN']);
  expect(await bench.row(child)).toMatchObject({
    faceStatus: 'OK',
    faceConsentBy: 'SELF',
    faceConsentName: '将满十四',
  });
  bench.clock.advance(90 * dayMs);
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 0, lapsed: 0 });
});

test('without an answer it lapses the night after the sixtieth day: the picture goes, the terminal is told', async () => {
  const silent = await withFace('没有回答', 0);
  const corrected = await withFace('生日写错', 0);
  const grown = await withFace('本人同意过', -400, 'SELF');
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 2, lapsed: 0 });
  await bench.database.pool.query(`update person set birthday = birthday + interval '1 year' where id = $1`, [
    corrected,
  ]);
  expect((await rows()).map(({ personId }) => personId)).toEqual([silent]);
  bench.clock.advance(60 * dayMs);
  expect(await rows()).toMatchObject([{ state: 'DUE', daysLeft: 0 }]);
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 0, lapsed: 0 });
  bench.clock.advance(dayMs);
  expect(await watchOwnConsents(bench.services)).toEqual({ asked: 0, lapsed: 1 });
  expect(await rows()).toEqual([]);
  expect(await bench.row(silent)).toMatchObject({ faceStatus: 'WITHDRAWN', faceConsentAt: null });
  expect(await bench.row(corrected)).toMatchObject({ faceStatus: 'OK' });
  expect(await bench.row(grown)).toMatchObject({ faceStatus: 'OK' });
  expect(removed).toEqual([`face/own/${silent}.png`]);
  expect(await kinds(silent)).toEqual(['GIVEN', 'ASKED', 'LAPSED']);
  const told = await takePushes(bench.database.pool, units.organization, pos, bench.clock.now(), 100);
  expect(told.map(({ action, personId }) => [action, personId])).toEqual([['DELETE', silent]]);
});

test('who does not agree says so, and the face goes at once', async () => {
  const unwilling = await withFace('不同意', 0);
  await watchOwnConsents(bench.services);
  const [row] = await rows();
  expect(await bench.school.call(path, 'decline', { id: row!.id, reason: '本人不同意' })).toBeNull();
  expect(await rows()).toEqual([]);
  expect(await bench.row(unwilling)).toMatchObject({ faceStatus: 'WITHDRAWN' });
  expect(await kinds(unwilling)).toEqual(['GIVEN', 'ASKED', 'WITHDRAWN']);
});
