/** Who hears of alerts, the group they are told in, and what the terminals give cause for. */
import { watchDevices } from '../domains/device/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import { area, at, type Life } from './life.ts';
import { beatNow } from './terminal.ts';

const page = `${area}/alert_detail`;
const minutes = 60_000;

interface Member {
  id: number;
  name: string;
}

/** The two administrators hear of alerts, the second one in a higher post; the group's robot is set up and not switched on. */
export async function openAlerts({ actor, checker }: Life): Promise<void> {
  const members = await actor.call<Member[]>(`${area}/employee`, 'options', {});
  const of = (who: Life['actor']) => members.find(({ name }) => name === who.ctx(page).session.name)!.id;
  await actor.call(`${page}/receiver`, 'create', { employeeId: of(actor), post: 'DUTY', minLevel: 'INFO' });
  await actor.call(`${page}/receiver`, 'create', { employeeId: of(checker), post: 'DIRECTOR', minLevel: 'WARN' });
  const { id } = await actor.call(`${page}/robot`, 'create', {
    name: '食安预警群',
    kind: 'WECOM',
    url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=demo',
    minLevel: 'WARN',
  });
  // Nothing of a demo leaves the house.
  await actor.call(`${page}/robot`, 'disable', { ids: [id] });
}

/** Yesterday evening the power was off for a while; somebody looks after it. Now the lists that were not taken over stand open. */
export async function liveAlerts(lives: readonly Life[], today: string, now: number, setNow: (ms: number) => void) {
  const [{ services }] = lives as [Life];
  const terminals = lives.flatMap(({ places }) => places.devices);
  const power = at(addDays(today, -1), 20 * 60 + 5);
  const beats = async (when: number) => {
    setNow(when);
    for (const terminal of terminals) await beatNow(services, terminal);
  };
  await beats(power);
  setNow(power + 6 * minutes);
  await watchDevices(services);
  await beats(power + 14 * minutes);
  await watchDevices(services);
  setNow(now);
  await watchDevices(services);
}
