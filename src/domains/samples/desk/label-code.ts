/** The code on a sample's label: `S1:{no}:{check}`, so that a scanned number was printed here and not typed. */
import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Six signs over the unit and the number. */
export function checkOf(organizationId: number, sampleNo: string): string {
  const digest = createHash('sha256').update(`S1:${organizationId}:${sampleNo}`).digest();
  return Array.from({ length: 6 }, (_, i) => alphabet[digest[i]! % 32]).join('');
}

export const labelCode = (organizationId: number, sampleNo: string): string =>
  `S1:${sampleNo}:${checkOf(organizationId, sampleNo)}`;

/** The number of a scanned code; undefined when it is no code of the unit's, the text itself when it is none at all. */
export function scannedNo(organizationId: number, text: string): string | undefined {
  const [, no, check] = /^S1:([0-9A-Z-]{4,24}):([0-9A-Z]{6})$/i.exec(text.trim()) ?? [];
  if (!no || !check) return text.trim();
  return checkOf(organizationId, no.toUpperCase()) === check.toUpperCase() ? no.toUpperCase() : undefined;
}
