/** Pictures and clips as terminals send them: announced, sent, named by an event. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  announceMedia,
  type KnownDevice,
  sampleClip,
  sampleNote,
  takeMediaPart,
} from '../domains/device/public.server.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';

/** A gate's view of whoever stands before it: a drawn one, nobody's face. */
const still = readFileSync(new URL('./gate-still.jpg', import.meta.url));

async function send(services: Services, known: KnownDevice, kind: string, content: Buffer): Promise<number> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const state = await announceMedia(services, known, { kind, sha256, bytes: content.length });
  if (isRefusal(state)) throw new Error(`demo ${kind}: ${refusalMessage(state)}`);
  const done = await takeMediaPart(services, known, { id: String(state.id), offset: '0', content });
  if (isRefusal(done)) throw new Error(`demo ${kind}: ${refusalMessage(done)}`);
  return state.id;
}

/** The terminal sends what it saw; answers the number an event names it by. Notes make pictures unlike. */
export const photograph = (services: Services, known: KnownDevice, note: string): Promise<number> =>
  send(services, known, 'PICTURE', sampleNote(still, note));

/** A clip of so many seconds that shows nothing; those of other lengths in bytes are others. */
export const film = (services: Services, known: KnownDevice, seconds: number, bytes: number): Promise<number> =>
  send(services, known, 'CLIP', sampleClip(seconds, 'avc1', bytes));
