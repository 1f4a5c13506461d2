/** What terminals may send besides words, and how much of it. */
import type { TypeName } from '../../../kit/server/files/file-types.ts';

const kib = 1024;
const mib = 1024 * kib;

export const mediaKinds = {
  PICTURE: { label: '照片', type: 'jpg', mostBytes: 512 * kib },
  CLIP: { label: '视频', type: 'mp4', mostBytes: 12 * mib },
} as const satisfies Record<string, { label: string; type: TypeName; mostBytes: number }>;
export type MediaKind = keyof typeof mediaKinds;

export const isMediaKind = (value: unknown): value is MediaKind =>
  typeof value === 'string' && Object.hasOwn(mediaKinds, value);

/** Types of terminals that see something. */
const sending = new Set(['GATE', 'MORNING_CHECK', 'SAMPLE_CABINET', 'CAMERA', 'SCALE']);
export const maySendMedia = (deviceType: string): boolean => sending.has(deviceType);

/** Bytes of one part at most. */
export const partBytes = mib;
/** Bytes a terminal may announce within a day. */
export const dayBytes = 2 * 1024 * mib;
/** Seconds of a clip at most. */
export const clipSeconds = 15;
