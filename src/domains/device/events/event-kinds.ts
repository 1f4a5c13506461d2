/** What terminals report, and which type of terminal may report it. */

const kinds = {
  PASSAGE: ['GATE', 'MORNING_CHECK'],
  CHECK: ['MORNING_CHECK'],
  WEIGH: ['SCALE', 'SAMPLE_CABINET'],
  PUT: ['SAMPLE_CABINET'],
  TAKE: ['SAMPLE_CABINET'],
  OPEN: ['SAMPLE_CABINET'],
  CLOSE: ['SAMPLE_CABINET'],
  SNAP: ['CAMERA', 'SAMPLE_CABINET', 'GATE'],
  CLIP: ['CAMERA', 'SAMPLE_CABINET', 'GATE'],
  ALARM: ['GATE', 'MORNING_CHECK', 'SAMPLE_CABINET', 'CAMERA', 'SCALE'],
} as const satisfies Record<string, readonly string[]>;

export type EventKind = keyof typeof kinds;

export const isEventKind = (value: unknown): value is EventKind =>
  typeof value === 'string' && Object.hasOwn(kinds, value);

/** May a terminal of this type report this? */
export const mayReport = (type: string, kind: EventKind): boolean => (kinds[kind] as readonly string[]).includes(type);
