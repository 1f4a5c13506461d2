/** A controller that speaks UDP: greets, beats, tells passages once and twice, is forged and replayed, opens by a command. */
import { chance } from '../../../../kit/server/chance.ts';
import type { Listed } from '../console-calls.ts';
import { beat, syncCards } from '../terminal.ts';
import type { Terminal } from '../terminal-state.ts';
import { udpController } from '../udp-controller.ts';
import { doorsOf, equip, type Stage } from './equip.ts';
import { newSafetyTally, numbered, type SafetyTally } from './tell.ts';

const page = '/admin/organization/udp';
const passages = 40;
const perDatagram = 6;

/** A paired gate that is registered as a UDP controller of a unit that has UDP on; who listens learns of it within five seconds. */
export async function udpGate(stage: Stage): Promise<Terminal> {
  const { organization } = stage;
  const [terminal] = await equip(stage, { prefix: 'SIMU-', kind: 'GATE', name: '模拟闸机', count: 1 });
  const { deviceId } = terminal!;
  await doorsOf(stage, 'district', { name: '模拟老校门', kind: 'GATE' }, [{ deviceId, direction: 'BOTH' }]);
  await beat(terminal!);
  await syncCards(terminal!);
  const registered = await organization.call<Listed<{ id: number; deviceId: number }>>(page, 'query', { size: 100 });
  if (!registered.rows.some((row) => row.deviceId === deviceId))
    await organization.call(page, 'create', { deviceId, doorNo: 'U', ip: null, port: null });
  await organization.call(page, 'setting', { enabled: true });
  return terminal!;
}

/** @throws when the server does not listen, with what to do */
export async function playUdp(stage: Stage, port: number): Promise<SafetyTally> {
  const tally = newSafetyTally();
  const dice = chance(stage.seed);
  const { organization } = stage;
  const terminal = await udpGate(stage);
  const { deviceId, epoch, key } = terminal;
  const { text } = await organization.call<{ text: string }>(page, 'notice', { search: {} });
  tally.notes.push(text);
  // The node that listens learns of a new controller within five seconds.
  await new Promise((done) => setTimeout(done, 6_000));
  const { hostname } = new URL(stage.url);
  const controller = await udpController({ address: hostname, port }, { deviceId, epoch, key }, stage.clock.now);
  try {
    await controller.hello();
    const told = () => ({
      clock: terminal.now(),
      offlineCount: 0,
      listVersion: terminal.listVersion,
      lastSeq: 0,
      lastEventNo: terminal.eventNo,
      firmware: 'simulator 1',
    });
    const pong = await controller.ping(told());
    const wanted = (pong.docs as Record<string, number>).DOOR;
    if (wanted) await controller.door(wanted);
    tally.notes.push(wanted ? `经 UDP 取得门禁规则第 ${wanted} 版，摘要相符` : '没有门禁规则');
    const people = dice.shuffled([...terminal.cards.values()]).slice(0, passages);
    const events = numbered(
      terminal,
      people.map(({ personId }) => ({ kind: 'PASSAGE', direction: 'IN', identify: 'CARD', personId, verdict: 'PASS' })),
    );
    for (let from = 0; from < events.length; from += perDatagram) {
      const part = events.slice(from, from + perDatagram);
      for (let n = 0; n < (dice.happens(0.2) ? 2 : 1); n += 1)
        for (const [, , result] of await controller.events(part))
          if (result === 'TAKEN') tally.taken += 1;
          else if (result === 'DUPLICATE') tally.duplicates += 1;
          else tally.faults += 1;
    }
    const ping = controller.written('PING', Buffer.from(JSON.stringify(told())));
    controller.raw(ping);
    controller.raw(ping);
    const changed = Buffer.from(ping);
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
    controller.raw(changed);
    await controller.ping(told());
    await new Promise((done) => setTimeout(done, 6_000));
    const { rows } = await organization.call<Listed<Record<string, number>>>(page, 'query', { size: 100 });
    const own = rows.find((row) => row.deviceId === deviceId)!;
    tally.notes.push(`页面所记：收下 ${own.taken} 个报文，重放 ${own.replayed}，签名不符 ${own.forged}`);
  } finally {
    controller.close();
  }
  return tally;
}
