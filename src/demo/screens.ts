/** The screens of a canteen: who is published on them, and two pictures between. */
import { Readable } from 'node:stream';
import { heartbeat } from '../domains/device/public.server.ts';
import { publishScreens } from '../domains/display/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import { saveUpload } from '../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, type Life } from './life.ts';
import { portrait } from './portrait.ts';

const videos = `${area}/ad_video`;

const screensOf = ({ places }: Life) => places.devices.filter(({ mode }) => mode === 'SCREEN');

async function picture({ services, actor }: Life, n: number): Promise<string> {
  const { files: store, pool: sql, ids, clock, random } = services;
  const { accountId, unitType, unitId } = actor.ctx(videos).session;
  const stored = await saveUpload(
    { store, sql, ids, clock, random },
    { accountId, unitType, unitId },
    { name: `poster-${n}.png`, stream: Readable.from([portrait(n)]), purpose: 'image' },
  );
  if (isRefusal(stored)) throw new Error(`demo screens: ${refusalMessage(stored)}`);
  return stored.key;
}

/** Everything the unit publishes on both screens, the day's leader on the first; one picture plays, the other waits. */
export async function openScreens(life: Life, today: string): Promise<void> {
  const { actor } = life;
  const deviceIds = screensOf(life).map(({ known }) => known.at.deviceId);
  for (const whose of ['unit_information', 'food_safety_employee', 'inspection_user']) {
    const path = `${area}/${whose}/link`;
    const { owners, digest } = await actor.call<{ owners: { id: number }[]; digest: string }>(path, 'grid', {});
    const shown = whose === 'inspection_user' ? deviceIds.slice(0, 1) : deviceIds;
    const links = shown.flatMap((deviceId) => owners.map(({ id: ownerId }, sort) => ({ ownerId, deviceId, sort })));
    await actor.call(path, 'save', { links, digest });
  }
  const poster = async (n: number, title: string, fromDate: string, screens: number[]) =>
    actor.call(videos, 'create', {
      title,
      kind: 'IMAGE',
      picture: await picture(life, n),
      seconds: 15,
      fromDate,
      deviceIds: screens,
    });
  await poster(41, '光盘行动', today, deviceIds);
  await poster(42, '食品安全宣传周', today, []);
}

/** What the screens show is published; the first of them has taken it. */
export async function tellScreens(life: Life): Promise<void> {
  const { services, organizationId } = life;
  await publishScreens(services, organizationId);
  const [first] = screensOf(life);
  if (!first) return;
  const listVersion = await cardListVersion(services.pool, organizationId);
  const beat = { clock: services.clock.now(), offlineCount: 0, listVersion, lastSeq: 0, firmware: first.firmware };
  const wanted = await heartbeat(services, first.known, beat, '127.0.0.1');
  if (isRefusal(wanted)) throw new Error(`demo screens: ${refusalMessage(wanted)}`);
  await heartbeat(services, first.known, { ...beat, docs: wanted.docs }, '127.0.0.1');
}
