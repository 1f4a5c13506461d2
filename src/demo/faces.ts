/** Faces of a few: consent asked for and given, pictures taken, sent to the terminals, taken back. */

import { Readable } from 'node:stream';
import { finishPushes, takePushes } from '../domains/people/public.server.ts';
import { saveUpload } from '../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';
import { portrait } from './portrait.ts';

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
  await life.actor.call(people, 'faceConsent', { id, consentBy: 'SELF', consentOn: day });
  await life.actor.call(people, 'faceUpload', { id, imageUrl: await upload(life, n) });
}

/** The terminals take what waits for them; each third picture a terminal cannot read, the last terminal is off. */
async function deliver({ services, organizationId, places }: Life): Promise<void> {
  const now = services.clock.now();
  for (const { known } of places.devices.slice(0, -1)) {
    const { deviceId } = known.at;
    const taken = await takePushes(services.pool, organizationId, deviceId, now, 200);
    const results = taken.map(({ id, personId }, i) =>
      (personId + deviceId + i) % 7 === 0
        ? { id, ok: false, code: 'NO_FACE', message: '照片中没有识别到人脸' }
        : { id, ok: true, code: '', message: '' },
    );
    await finishPushes(services.pool, organizationId, deviceId, results, now);
  }
}

export const faceHappenings: readonly Happening[] = [
  {
    ago: 5,
    play: async (life, day) => {
      await life.actor.call(people, 'faceAsk', { ids: [1, 2, 3].map((i) => life.cast[i]!.id) });
      for (const n of [7, 8, 9, 10]) await collect(life, n, day);
      await deliver(life);
    },
  },
  {
    ago: 1,
    play: async (life, day) => {
      await collect(life, 11, day);
      await life.actor.call(people, 'faceWithdraw', { ids: [life.cast[7]!.id], reason: '本人要求改用刷卡' });
    },
  },
];
