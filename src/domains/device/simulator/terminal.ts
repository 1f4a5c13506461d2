/** One simulated terminal: pairs, signs, keeps a card list, charges online or keeps records until it is connected again. */
import type { Clock } from '../../../kit/server/clock.ts';
import { faceDigest } from '../../people/public.server.ts';
import { ownDays } from './own-totals.ts';
import { readAnswer, signedCalls, signedFetch } from './signed-calls.ts';
import type { ApiAnswer, CardOnList, Terminal } from './terminal-state.ts';

const base = '/api/device/v1';
/**
 * Pairs a device with its code and gives the terminal.
 * @throws with the server's message when pairing is refused.
 */
export async function pairTerminal(
  url: string,
  clock: Clock,
  device: { sn: string; mode: string; pairingCode: string },
  driftMs: number,
): Promise<Terminal> {
  const paired = await readAnswer(
    await fetch(`${url}${base}/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sn: device.sn, pairingCode: device.pairingCode }),
    }),
  );
  if (paired.errorcode !== 0) throw new Error(`${device.sn}：${paired.errormsg}`);
  const { deviceId, key, epoch } = paired.data as { deviceId: number; key: string; epoch: number };
  const terminal: Terminal = {
    sn: device.sn,
    mode: device.mode,
    deviceId,
    epoch,
    key,
    seq: 0,
    eventNo: 0,
    driftMs,
    offsetMs: 0,
    listVersion: 0,
    cards: new Map(),
    faces: new Map(),
    kept: [],
    days: new Map(),
    now: () => clock.now() + terminal.driftMs,
    call: signedCalls(url, base, { number: deviceId, epoch, key }, () => terminal.now()),
    fetch: signedFetch(url, base, { number: deviceId, epoch, key }, () => terminal.now()),
  };
  return terminal;
}

/** Asks the server's time and sets the clock by it; records kept so far carry what the clock was off. */
export async function setClock(terminal: Terminal, url: string, clock: Clock): Promise<void> {
  const answer = await readAnswer(await fetch(`${url}${base}/time`));
  const server = (answer.data as { time: number }).time;
  const correction = server - terminal.now();
  for (const record of terminal.kept) record.offsetMs += correction;
  terminal.driftMs = server - clock.now();
  terminal.offsetMs = 0;
}

/** Sends a heartbeat and learns the clock's offset from the answer. */
export async function beat(terminal: Terminal, more: Readonly<Record<string, unknown>> = {}): Promise<ApiAnswer> {
  const answer = await terminal.call('POST', '/heartbeat', {
    clock: terminal.now(),
    offlineCount: terminal.kept.length,
    listVersion: terminal.listVersion,
    lastSeq: terminal.seq,
    lastEventNo: terminal.eventNo,
    days: ownDays(terminal),
    firmware: simulatorFirmware,
    ...more,
    ...facesTold(terminal),
  });
  if (answer.errorcode !== 0) return answer;
  const { time, commands } = answer.data as { time: number; commands: { kind: string }[] };
  terminal.offsetMs = time - terminal.now();
  if (commands.some(({ kind }) => kind === 'INVENTORY')) await countFaces(terminal);
  return answer;
}

const facesOf = (terminal: Terminal) => [...terminal.faces].map(([personId, version]) => ({ personId, version }));
const facesTold = (terminal: Terminal) => ({
  faceCount: terminal.faces.size,
  faceDigest: faceDigest(facesOf(terminal)),
});

/** Tells the whole list of its faces, and deletes those it must not have. */
async function countFaces(terminal: Terminal): Promise<void> {
  const answer = await terminal.call('POST', '/faces', { faces: facesOf(terminal), ...facesTold(terminal) });
  for (const personId of (answer.data as { remove?: number[] } | null)?.remove ?? []) terminal.faces.delete(personId);
}

/** By this the simulator knows its own terminals again. */
export const simulatorFirmware = 'simulator 1';

const pushesAtOnce = 200;

interface PushToTake {
  id: number;
  target: 'PERSON' | 'FACE';
  action: string;
  personId: number;
  version: number;
}

/** Takes over pushed items, fetching the picture of each face, and answers what became of them. */
async function takeOver(terminal: Terminal, pushes: readonly PushToTake[]): Promise<void> {
  const results = [];
  for (const { id, target, action, personId, version } of pushes) {
    const picture =
      target === 'FACE' && action !== 'DELETE' ? await terminal.call('GET', `/face?push=${id}`) : undefined;
    const ok = picture === undefined || picture.errorcode === 0;
    if (target === 'FACE' && action === 'DELETE') terminal.faces.delete(personId);
    else if (picture && ok) terminal.faces.set(personId, version);
    results.push(ok ? { id, ok } : { id, ok, code: 'NO_PICTURE', message: picture.errormsg });
  }
  if (results.length > 0) await terminal.call('POST', '/pushes', { results, ...facesTold(terminal) });
}

/** Fetches what changed of the card list, part by part, and the items pushed to this terminal. */
export async function syncCards(terminal: Terminal): Promise<void> {
  for (let more = true; more; ) {
    const answer = await terminal.call(
      'GET',
      `/people?since=${terminal.listVersion}&limit=1000&pushes=${pushesAtOnce}`,
    );
    if (answer.errorcode !== 0) throw new Error(`${terminal.sn}：${answer.errormsg}`);
    const part = answer.data as unknown as {
      version: number;
      more: boolean;
      entries: CardOnList[];
      pushes: PushToTake[];
    };
    await takeOver(terminal, part.pushes);
    for (const entry of part.entries) terminal.cards.set(entry.cardNo, entry);
    terminal.listVersion = part.version;
    more = part.more || part.pushes.length === pushesAtOnce;
  }
}
