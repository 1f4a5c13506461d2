/** A night at a sample cabinet: cold, then warm from one to ten past three, an hour cut off and told at dawn, a door that was opened. */
import { chance } from '../../../../kit/server/chance.ts';
import { beat } from '../terminal.ts';
import { equip, type Stage } from './equip.ts';
import { newSafetyTally, numbered, photograph, type SafetyTally, tell } from './tell.ts';

const minute = 60_000;
const night = 8 * 60;
/** Minutes after ten in the evening. */
const warm = { from: 3 * 60, to: 5 * 60 + 10 };
const cutOff = { from: 4 * 60, to: 5 * 60 };

export async function playNight(stage: Stage): Promise<SafetyTally> {
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const [cabinet] = await equip(stage, { prefix: 'SIML-', kind: 'SAMPLE_CABINET', name: '模拟留样柜', count: 1 });
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
  await beat(cabinet!);
  tally.notes.push(`断网一小时的读数随后补传；${warm.to - warm.from} 分钟在 8 ℃ 以上`);
  return tally;
}
