/**
 * What becomes of a datagram. Who it is of is proven before anything is looked up, whether it is fresh before anything is done;
 * what is wrong is dropped without a word and counted.
 */
import { isIP } from 'node:net';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { heartbeat } from '../api/heartbeat.ts';
import { finishCommands } from '../commands.ts';
import type { KnownDevice } from '../directory.ts';
import { wantedDoc } from '../docs/deliver-docs.ts';
import { postEvents } from '../events/post-events.ts';
import { type Frame, mostBody, provenBy, readFrame } from './frame.ts';
import type { Counts } from './heard.ts';
import { keysFor, type Link, type Send, type Source, sameSource, sender } from './links.ts';
import { personalKey } from './no-persons.ts';
import { takeCounter, windowFrom } from './window.ts';

/** Datagrams of one address a second. */
const perSecond = 50;
/** Datagrams worked on at once; past it they are dropped, and their senders try again. */
const mostAtWork = 500;
const challengeMs = 30_000;
/** Challenges open at once per controller: somebody who repeats its HELLO from elsewhere takes nothing from it. */
const mostChallenges = 8;
const nonceBytes = 16;
const docHead = 41;
/** The only document that travels so: rules of a door name people by number alone. */
const docCode = 1;
/** Bytes of a document in one datagram. */
export const docPartBytes = mostBody - docHead;

interface Challenge extends Source {
  nonce: Buffer;
  at: number;
}

/** A door that is to open now, until it says it has heard. */
interface Opening {
  commandId: number;
  message: number;
  tries: number;
  nextMs: number;
}

export interface Listener {
  heard(bytes: Buffer, from: Source): Promise<void>;
  /** Those that answered a challenge and may be spoken to. */
  links: ReadonlyMap<number, Link>;
  /** Tells a door to open, again and again until it answers or the tries are used up. */
  open(deviceId: number, commandId: number): void;
  resend(): void;
  /** Asks a silent controller of the same network to say hello. */
  wake(known: KnownDevice, to: Source): void;
  /** Forgets whom nobody lets in any more. */
  keepOnly(may: ReadonlyMap<number, number>): void;
}

/** After this long each it is sent again; then the next PING of the controller carries it. */
const retryMs = [500, 1_000, 2_000, 4_000, 8_000];

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function createListener(
  services: Services,
  counts: Counts,
  /** Controllers that may speak, with their unit. */
  registered: () => ReadonlyMap<number, number>,
  write: Send,
): Listener {
  const { clock, pool } = services;
  const send = sender(write, clock.now);
  const links = new Map<number, Link>();
  const challenges = new Map<number, Challenge[]>();
  const openings = new Map<number, Opening[]>();
  let second = 0;
  let perSource = new Map<string, number>();
  let atWork = 0;
  let messages = 0;

  function tooMany(address: string): boolean {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      perSource = new Map();
    }
    const count = (perSource.get(address) ?? 0) + 1;
    perSource.set(address, count);
    return count > perSecond;
  }

  function challenge(known: KnownDevice, from: Source, asked: Buffer): void {
    const { deviceId } = known.at;
    const nonce = Buffer.from(services.random.token(nonceBytes), 'base64url');
    const now = clock.now();
    const open = (challenges.get(deviceId) ?? []).filter((one) => now - one.at < challengeMs && !sameSource(one, from));
    challenges.set(deviceId, [...open.slice(1 - mostChallenges), { ...from, nonce, at: now }]);
    send(known, from, { type: 'CHALLENGE', body: Buffer.concat([asked, nonce]) });
  }

  /** The challenge this answers, used up. */
  function answered({ deviceId, body }: Frame, from: Source): boolean {
    const open = challenges.get(deviceId) ?? [];
    const found = open.find(
      (one) => sameSource(one, from) && clock.now() - one.at < challengeMs && one.nonce.equals(body),
    );
    if (found) challenges.delete(deviceId);
    return found !== undefined;
  }

  async function ping(link: Link, { message, body }: Frame): Promise<void> {
    const beat = parsed(body);
    const answer = await heartbeat(services, link.known, beat, link.address);
    if (isRefusal(answer))
      return send(link.known, link, { type: 'PONG', message, body: json({ error: refusalMessage(answer) }) });
    const { device: _, orderVersion: _orders, heartbeatSeconds: _beat, ...told } = answer;
    send(link.known, link, { type: 'PONG', message, body: json({ ...told, commands: told.commands.slice(0, 10) }) });
  }

  async function events(link: Link, { message, body }: Frame): Promise<void> {
    const sent = parsed(body)?.events;
    if (!Array.isArray(sent)) return;
    const elsewhere = (event: unknown) => personalKey(event) !== undefined;
    const answer = await postEvents(services, link.known, { events: sent.filter((event) => !elsewhere(event)) });
    // Too much is waiting: no answer, and the controller sends again.
    if (isRefusal(answer)) return;
    const rest = [...answer.answers];
    const answers = sent.map((event) => {
      if (!elsewhere(event)) {
        const one = rest.shift()!;
        return [one.epoch, one.no, one.result, ...('message' in one ? [one.message] : [])];
      }
      const { epoch = 0, no = 0 } = event as Record<string, unknown>;
      return [epoch, no, 'HTTPS', personalKey(event)];
    });
    const full = json({ answers });
    // Why it was refused stands in the long answer of POST /events as well.
    const told = full.length <= mostBody ? full : json({ answers: answers.map((one) => one.slice(0, 3)) });
    send(link.known, link, { type: 'ACK', message, body: told });
  }

  async function doc(link: Link, { message, body }: Frame): Promise<void> {
    if (body.length !== 7 || body.readUInt8(0) !== docCode) return;
    const { organizationId, deviceId } = link.known.at;
    const wanted = await wantedDoc(pool, organizationId, deviceId, 'DOOR');
    // An older version than the wanted one is not given any more: the next PONG names the newer.
    if (!wanted || wanted.version !== body.readUInt32BE(1)) return;
    const text = Buffer.from(wanted.body);
    const parts = Math.ceil(text.length / docPartBytes);
    const part = body.readUInt16BE(5);
    if (part >= parts) return;
    const head = Buffer.alloc(docHead);
    head.writeUInt8(docCode, 0);
    head.writeUInt32BE(wanted.version, 1);
    head.writeUInt16BE(part, 5);
    head.writeUInt16BE(parts, 7);
    Buffer.from(wanted.digest, 'hex').copy(head, 9);
    const piece = text.subarray(part * docPartBytes, (part + 1) * docPartBytes);
    send(link.known, link, { type: 'DOC', message, body: Buffer.concat([head, piece]) });
  }

  async function acknowledged(link: Link, { message, body }: Frame): Promise<void> {
    const { organizationId, deviceId } = link.known.at;
    const open = openings.get(deviceId) ?? [];
    const found = open.find((one) => one.message === message);
    if (!found) return;
    openings.set(
      deviceId,
      open.filter((one) => one !== found),
    );
    const said = parsed(body) ?? {};
    const result = { id: found.commandId, ok: said.ok === true, message: String(said.message ?? '').slice(0, 200) };
    await finishCommands(pool, organizationId, deviceId, [result], clock.now());
  }

  const work = { PING: ping, EVENT: events, DOC: doc, ACK: acknowledged } as const;

  /** A datagram whose sender has proven that it holds the key. */
  async function proven(known: KnownDevice, frame: Frame, from: Source): Promise<void> {
    const { deviceId, organizationId } = known.at;
    const seen = counts.of(organizationId, deviceId);
    if (frame.type === 'HELLO') {
      // Half of it is padding: the answer is never longer than the question.
      if (frame.body.length !== 2 * nonceBytes) counts.nobodys.malformed += 1;
      else challenge(known, from, frame.body.subarray(0, nonceBytes));
      return;
    }
    if (frame.type === 'HELLO2') {
      if (!answered(frame, from)) seen.replayed += 1;
      else {
        links.set(deviceId, { ...from, known, keys: keysFor(known), window: windowFrom(frame.counter) });
        seen.taken += 1;
        send(known, from, { type: 'PONG', message: frame.message, body: json({ time: clock.now() }) });
      }
      return;
    }
    const link = links.get(deviceId);
    const fresh = link && sameSource(link, from) && link.known.epoch === frame.epoch;
    if (!fresh || !takeCounter(link.window, frame.counter)) {
      seen.replayed += 1;
      return;
    }
    Object.assign(seen, {
      taken: seen.taken + 1,
      source: `${from.address}:${from.port}`,
      lastSeenMs: clock.now(),
    });
    link.known = known;
    await work[frame.type as keyof typeof work]?.(link, frame);
  }

  async function take(bytes: Buffer, from: Source): Promise<void> {
    const frame = readFrame(bytes);
    if (!frame) {
      counts.nobodys.malformed += 1;
      return;
    }
    const organizationId = registered().get(frame.deviceId);
    const known = organizationId === undefined ? undefined : await services.devices.find(frame.deviceId);
    if (known?.at.organizationId !== organizationId || !known) counts.nobodys.stranger += 1;
    else if (known.epoch !== frame.epoch || !provenBy(bytes, keysFor(known).up))
      counts.of(known.at.organizationId, frame.deviceId).forged += 1;
    else await proven(known, frame, from);
  }

  return {
    links,
    async heard(bytes, from) {
      if (isIP(from.address) === 0) return;
      if (tooMany(from.address) || atWork >= mostAtWork) {
        counts.nobodys.limited += 1;
        return;
      }
      atWork += 1;
      try {
        await take(bytes, from);
      } catch (error) {
        services.log.error('a datagram could not be taken', { error: String((error as Error).stack ?? error) });
      } finally {
        atWork -= 1;
      }
    },
    open(deviceId, commandId) {
      const own = openings.get(deviceId) ?? [];
      if (own.some((one) => one.commandId === commandId)) return;
      messages = (messages % 65_535) + 1;
      openings.set(deviceId, [...own, { commandId, message: messages, tries: 0, nextMs: 0 }]);
    },
    resend() {
      const now = clock.now();
      for (const [deviceId, own] of openings) {
        const link = links.get(deviceId);
        for (const one of own) {
          if (!link || one.nextMs > now) continue;
          send(link.known, link, { type: 'OPEN', message: one.message, body: json({ id: one.commandId }) });
          one.nextMs = now + (retryMs[one.tries] ?? 0);
          one.tries += 1;
        }
        const left = own.filter((one) => one.tries <= retryMs.length);
        if (left.length > 0) openings.set(deviceId, left);
        else openings.delete(deviceId);
      }
    },
    wake: (known, to) => challenge(known, to, Buffer.alloc(nonceBytes)),
    keepOnly(may) {
      for (const deviceId of links.keys()) if (!may.has(deviceId)) links.delete(deviceId);
      for (const deviceId of challenges.keys()) if (!may.has(deviceId)) challenges.delete(deviceId);
    },
  };
}
