/** A morning at the gates: a rush of people, a lost card, strangers who are photographed, clocks that are off, a gate cut off since yesterday, a reboot. */
import { chance } from '../../../../kit/server/chance.ts';
import { beat, syncCards } from '../terminal.ts';
import { doorsOf, equip, type Stage } from './equip.ts';
import { type EventToTell, newSafetyTally, numbered, photograph, type SafetyTally, tell } from './tell.ts';

const gates = 3;
const people = 300;
const shares = { refused: 0.02, stranger: 0.02, again: 0.04 };
const minute = 60_000;
const day = 24 * 60 * minute;

export async function playGate(stage: Stage): Promise<SafetyTally> {
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const driftMs = Array.from({ length: gates }, () => dice.between(-4 * minute, 4 * minute));
  const terminals = await equip(stage, { prefix: 'SIMG-', kind: 'GATE', name: '模拟闸机', count: gates, driftMs });
  const doors = terminals.map(({ deviceId }) => ({ deviceId, direction: 'BOTH' }));
  const districtId = await doorsOf(stage, 'district', { name: '模拟校门', kind: 'GATE' }, doors);
  for (const terminal of terminals) {
    await beat(terminal);
    await syncCards(terminal);
  }
  const cards = dice.shuffled([...terminals[0]!.cards.values()]).slice(0, people);
  // The last gate has been cut off for a whole day: what it saw in it comes at once, with the times it saw it.
  const kept = new Map(terminals.map((terminal) => [terminal, [] as Record<string, unknown>[]]));
  const last = terminals.at(-1)!;
  for (const [i, { cardNo, personId, cardStatus }] of cards.entries()) {
    const terminal = dice.pick(terminals);
    const seenAt = terminal === last ? { at: last.now() - day + Math.floor((i / cards.length) * day) } : {};
    const usable = cardStatus === 'NORMAL' && !dice.happens(shares.refused);
    const base = { kind: 'PASSAGE', direction: 'IN', identify: 'CARD', ...seenAt };
    const offsetMs = -terminal.driftMs;
    const events: EventToTell[] = dice.happens(shares.stranger)
      ? [
          {
            ...base,
            cardNo: `98${String(personId).slice(-6)}`,
            verdict: 'STRANGER',
            reason: '名单中没有此卡',
            offsetMs,
          },
        ]
      : [
          {
            ...base,
            cardNo,
            offsetMs,
            ...(usable ? { verdict: 'PASS' } : { verdict: 'REFUSED', reason: '卡不能使用' }),
          },
        ];
    if (usable && dice.happens(shares.again)) events.push({ ...events[0]!, direction: 'OUT' });
    if (events[0]!.verdict !== 'PASS') {
      const picture = await photograph(terminal, `${stage.seed} ${cardNo}`, tally);
      if (picture !== undefined) events[0] = { ...events[0]!, media: [picture] };
    }
    kept.get(terminal)!.push(...numbered(terminal, events));
  }
  for (const terminal of terminals) if (terminal !== last) await tell(terminal, kept.get(terminal)!, dice, tally);
  await beat(last);
  const shown = (search: object) =>
    stage.organization.call<{ total: number }>('/admin/organization/enter_record', 'query', {
      size: 1,
      search: { districtId: [districtId], ...search },
    });
  const before = (await shown({})).total;
  await tell(last, kept.get(last)!, dice, tally);
  for (const terminal of terminals) await beat(terminal);
  const after = (await shown({})).total;
  tally.notes.push(`断网一天的闸机补传 ${kept.get(last)!.length} 条，列表从 ${before} 条到 ${after} 条`);
  const differs = (await shown({ differs: true })).total;
  tally.notes.push(`门与平台判断不一致 ${differs} 条`);
  // Somebody at the gate asks about three of them.
  for (const { cardNo } of cards.slice(0, 3)) {
    const asked = await last.call('POST', '/admit', { cardNo, direction: 'OUT' });
    if (asked.errorcode !== 0) tally.faults += 1;
  }
  return tally;
}
