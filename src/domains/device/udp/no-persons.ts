/**
 * What of an event may travel in a datagram: numbers and words of the protocol. Names, card numbers, codes, temperatures,
 * pictures and free text go over HTTPS, under the same number of the event.
 */
const allowed = new Set([
  'epoch',
  'no',
  'kind',
  'at',
  'offsetMs',
  'direction',
  'identify',
  'personId',
  'verdict',
  'listVersion',
]);

/** The first key that has no business in a datagram; undefined when there is none. */
export const personalKey = (event: unknown): string | undefined =>
  typeof event === 'object' && event !== null ? Object.keys(event).find((key) => !allowed.has(key)) : undefined;
