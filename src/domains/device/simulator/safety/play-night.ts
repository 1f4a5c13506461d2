/**
 * A night at a sample cabinet: cold, then warm from one to ten past three, an hour cut off and told at dawn, a door that was
 * opened by nobody, and the camera of the room that is asked for a picture of it at once.
 */
import { type Chance, chance } from '../../../../kit/server/chance.ts';
import { beat } from '../terminal.ts';
import type { Terminal } from '../terminal-state.ts';
import { equip, type Stage, sampleRoom } from './equip.ts';
import { film, newSafetyTally, numbered, photograph, type SafetyTally, tell } from './tell.ts';

const minute = 60_000;
const night = 8 * 60;
/** Minutes after ten in the evening. */
const warm = { from: 3 * 60, to: 5 * 60 + 10 };
const cutOff = { from: 4 * 60, to: 5 * 60 };

/** The camera beats, is asked, and answers with a picture and a clip that name what asked for them. */
async function look(camera: Terminal, seed: number, dice: Chance, tally: SafetyTally): Promise<void> {
  const answer = await beat(camera);
  const asked = ((answer.data?.commands ?? []) as { id: number; kind: string }[]).filter(
    ({ kind }) => kind === 'CAPTURE',
  );
  for (const { id: commandId } of asked) {
    const picture = await photograph(camera, `${seed} capture ${commandId}`, tally);
    const clip = await film(camera, 8, tally);
    const events = [
      ...(picture === undefined ? [] : [{ kind: 'SNAP', commandId, media: [picture] }]),
      ...(clip === undefined ? [] : [{ kind: 'CLIP', commandId, media: [clip] }]),
    ];
    await tell(camera, numbered(camera, events), dice, tally);
  }
  tally.notes.push(`无授权开柜，摄像头应要求拍下 ${asked.length} 次`);
}

export async function playNight(stage: Stage): Promise<SafetyTally> {
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const stands = { deploySiteId: await sampleRoom(stage), mode: 'FIXED' };
  const [cabinet] = await equip(stage, {
    prefix: 'SIML-',
    kind: 'SAMPLE_CABINET',
    name: '模拟留样柜',
    count: 1,
    stands,
  });
  const [camera] = await equip(stage, { prefix: 'SIMV-', kind: 'CAMERA', name: '模拟摄像头', count: 1, stands });
  await beat(cabinet!);
  const end = Math.floor(cabinet!.now() / minute) - 1;
  const readings = Array.from({ length: night }, (_, i) => ({
    minute: end - night + i,
    temp10: (i >= warm.from && i < warm.to ? 132 : 38) + dice.between(-3, 3),
    rh: dice.between(55, 65),
    door: i === warm.from - 1,
  }));
  const send = async (values: readonly object[]) => {
    const answer = await cabinet!.call('POST', '/readings', { sensor: 1, values });
    if (answer.errorcode !== 0) tally.faults += 1;
    else tally.readings += (answer.data as { taken: number }).taken;
  };
  const isCutOff = (_: object, i: number) => i >= cutOff.from && i < cutOff.to;
  const online = readings.filter((one, i) => !isCutOff(one, i));
  for (let from = 0; from < online.length; from += 60) await send(online.slice(from, from + 60));
  // Told at dawn, with an hour of what had come before: the first value counts.
  await send(readings.slice(cutOff.from - 60, cutOff.to));
  const picture = await photograph(cabinet!, `${stage.seed} night`, tally);
  const openAt = (end - night + warm.from - 1) * minute;
  const events = [
    { kind: 'OPEN', at: openAt, way: 'UNKNOWN' },
    { kind: 'CLOSE', at: openAt + 40_000, way: 'UNKNOWN' },
    ...(picture === undefined ? [] : [{ kind: 'SNAP', at: openAt + 2_000, event: 'OPEN', media: [picture] }]),
  ];
  await tell(cabinet!, numbered(cabinet!, events), dice, tally);
  // At dawn, connected again, somebody opens it with a key: that is looked at while it happens.
  await tell(cabinet!, numbered(cabinet!, [{ kind: 'OPEN', way: 'KEY' }]), dice, tally);
  await look(camera!, stage.seed, dice, tally);
  await beat(cabinet!);
  tally.notes.push(`断网一小时的读数随后补传；${warm.to - warm.from} 分钟在 8 ℃ 以上`);
  return tally;
}
