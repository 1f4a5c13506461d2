/** Before work in a kitchen: people are looked at, one has jewellery, one a fever, one goes in unchecked. */
import { chance } from '../../../../kit/server/chance.ts';
import { everyRow } from '../console-calls.ts';
import { beat } from '../terminal.ts';
import { doorsOf, equip, type Stage } from './equip.ts';
import { newSafetyTally, numbered, photograph, type SafetyTally, tell } from './tell.ts';

interface Worker {
  personId: number;
  restaurantId: number;
  status: string;
}

/** @throws when the unit has nobody in a kitchen */
export async function playMorning(stage: Stage): Promise<SafetyTally> {
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const all = await everyRow<Worker>(stage.organization, '/admin/organization/cook_user', { status: 'NORMAL' });
  if (all.length === 0) throw new Error('该单位没有在岗的后厨人员，请先登记');
  const { restaurantId } = all[0]!;
  const workers = all.filter((worker) => worker.restaurantId === restaurantId);
  const [checker] = await equip(stage, { prefix: 'SIMC-', kind: 'MORNING_CHECK', name: '模拟晨检仪', count: 1 });
  const [door] = await equip(stage, { prefix: 'SIMK-', kind: 'GATE', name: '模拟闸机', count: 1 });
  const doors = [{ deviceId: door!.deviceId, direction: 'BOTH' }];
  await doorsOf(stage, 'cook_user/district', { name: '模拟后厨门', kind: 'COOK', restaurantId }, doors);
  await beat(checker!);
  await beat(door!);
  const checks = [];
  for (const [i, { personId }] of workers.entries()) {
    // The last one is not looked at.
    if (i === workers.length - 1 && i > 0) break;
    const hands = i === 1 ? ['JEWELLERY'] : [];
    const temp10 = i === 2 ? 382 : 362 + dice.between(0, 8);
    const media = [];
    for (const part of ['face', 'palm', 'back']) {
      const id = await photograph(checker!, `${stage.seed} ${part} ${personId}`, tally);
      if (id !== undefined) media.push(id);
    }
    checks.push({ kind: 'CHECK', personId, temp10, hands, symptoms: [], dress: true, media });
  }
  await tell(checker!, numbered(checker!, checks), dice, tally);
  const entered = [];
  for (const { personId } of workers) {
    const asked = await door!.call('POST', '/admit', { personId, direction: 'IN' });
    const told = asked.data as { ok: boolean; reason: string } | null;
    if (!told) tally.faults += 1;
    const verdict = told?.ok ? { verdict: 'PASS' } : { verdict: 'REFUSED', reason: told?.reason ?? '没有应答' };
    entered.push({ kind: 'PASSAGE', direction: 'IN', identify: 'FACE', personId, ...verdict });
  }
  await tell(door!, numbered(door!, entered), dice, tally);
  const passed = entered.filter(({ verdict }) => verdict === 'PASS').length;
  tally.notes.push(`晨检 ${checks.length} 人，问门 ${entered.length} 人，放行 ${passed} 人`);
  const feed = await door!.call('GET', '/passes?since=0&limit=2000');
  tally.notes.push(`这扇门的通行权限 ${((feed.data?.entries as unknown[]) ?? []).length} 条`);
  await beat(checker!);
  await beat(door!);
  return tally;
}
