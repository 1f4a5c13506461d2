/** Faces of a few: consent asked for and given, pictures taken, sent to the terminals, taken back. */

import { Readable } from 'node:stream';
import { faceDigest, finishPushes, takePushes, watchOwnConsents } from '../domains/people/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import { saveUpload } from '../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';
import { portrait } from './portrait.ts';
import type { DemoTerminal } from './terminal.ts';

const people = `${area}/user`;

/** The picture as the clerk uploads it; answers its key. */
async function upload({ services, actor }: Life, n: number): Promise<string> {
  const { files: store, pool: sql, ids, clock, random } = services;
  const { accountId, unitType, unitId } = actor.ctx(people).session;
  const stored = await saveUpload(
    { store, sql, ids, clock, random },
    { accountId, unitType, unitId },
    { name: `face-${n}.png`, stream: Readable.from([portrait(n)]), purpose: 'face' },
  );
  if (isRefusal(stored)) throw new Error(`demo: ${refusalMessage(stored)}`);
  return stored.key;
}

async function collect(life: Life, n: number, day: string): Promise<void> {
  const { id } = life.cast[n]!;
  const purposes = ['MEAL', 'GATE', 'ATTENDANCE'];
  await life.actor.call(people, 'faceConsent', { id, purposes, consentBy: 'SELF', consentOn: day });
  await life.actor.call(people, 'faceUpload', { id, imageUrl: await upload(life, n) });
}

/** Two pupils whose guardians agreed, one of whom turns fourteen on the day after: from then on the pupil has to. */
async function collectOfPupils(life: Life, day: string): Promise<void> {
  if (life.plan.kind !== 'SCHOOL') return;
  const next = addDays(day, 1);
  const pupils = life.people.filter((person) => person.type === '学生' && !person.away).slice(0, 2);
  for (const [i, { id }] of pupils.entries()) {
    const { version } = await life.actor.call<{ version: number }>(people, 'get', { id });
    const birthday = `${Number(next.slice(0, 4)) - 14 + i}${next.slice(4).replace('-02-29', '-02-28')}`;
    await life.actor.call(people, 'update', { id, version, birthday });
    const agreed = { purposes: ['MEAL'], consentBy: 'GUARDIAN', consentName: '家长', consentOn: day };
    await life.actor.call(people, 'faceConsent', { id, ...agreed });
    await life.actor.call(people, 'faceUpload', { id, imageUrl: await upload(life, 20 + i) });
  }
}

/** What each terminal really holds: the version, by person. */
const held = new WeakMap<DemoTerminal, Map<number, number>>();

/**
 * The terminals take what waits for them and say what they hold then; each third picture a terminal cannot read, the last
 * terminal is off, and the first keeps what it was told to delete.
 */
async function deliver({ services, organizationId, places }: Life): Promise<void> {
  const now = services.clock.now();
  const awake = places.devices.slice(0, -1);
  const keeper = awake.find((terminal) => (held.get(terminal)?.size ?? 0) > 0);
  for (const terminal of awake) {
    const { deviceId } = terminal.known.at;
    const faces = held.get(terminal) ?? new Map<number, number>();
    held.set(terminal, faces);
    const taken = await takePushes(services.pool, organizationId, deviceId, now, 200);
    const results = taken.map(({ id, personId, target, action, version }, i) => {
      if (action === 'DELETE') {
        if (terminal !== keeper) faces.delete(personId);
        return { id, ok: true, code: '', message: '' };
      }
      if ((personId + deviceId + i) % 7 === 0)
        return { id, ok: false, code: 'NO_FACE', message: '照片中没有识别到人脸' };
      if (target === 'FACE') faces.set(personId, version);
      return { id, ok: true, code: '', message: '' };
    });
    const told = {
      faceCount: faces.size,
      faceDigest: faceDigest([...faces].map(([personId, version]) => ({ personId, version }))),
      signature: '',
    };
    await finishPushes(services.pool, organizationId, deviceId, results, now, told);
  }
}

/** What people are told before they agree. */
const notice =
  '为刷脸就餐和通行，我们采集您的面部照片。照片只下发到您同意的用途所需的设备，不上传到任何第三方；毕业、离职或撤回同意后立即删除，' +
  '并由设备清单证实。人脸不是唯一的方式，您可以一直使用卡或二维码；不同意不影响就餐与通行。未满 14 周岁由监护人同意。';

export const faceHappenings: readonly Happening[] = [
  {
    ago: 5,
    play: async (life, day) => {
      await life.actor.call(`${area}/face_info_count/privacy`, 'create', {
        purposes: ['MEAL', 'GATE', 'ATTENDANCE'],
        body: notice,
      });
      await life.actor.call(people, 'faceAsk', { ids: [1, 2, 3].map((i) => life.cast[i]!.id) });
      for (const n of [7, 8, 9, 10]) await collect(life, n, day);
      await collectOfPupils(life, day);
      await deliver(life);
    },
  },
  {
    ago: 1,
    play: async (life, day) => {
      await collect(life, 11, day);
      await watchOwnConsents(life.services);
      // The notice goes further: whoever agreed is asked again.
      await life.actor.call(`${area}/face_info_count/privacy`, 'create', {
        purposes: ['MEAL', 'GATE', 'ATTENDANCE', 'MORNING_CHECK'],
        body: `${notice}后厨与送餐人员的人脸也用于晨检。`,
        answerDays: 30,
      });
      await life.actor.call(people, 'faceWithdraw', { ids: [life.cast[7]!.id], reason: '本人要求改用刷卡' });
      await deliver(life);
    },
  },
];
