/**
 * Figures that proof runs print: tests say them as they go, `npm run proof` collects them. Written as lines of JSON to
 * the file that PROOF_FIGURES names; without it nothing is kept.
 */
import { appendFileSync } from 'node:fs';

export interface Figure {
  /** Heading of the table row. */
  part: string;
  name: string;
  value: string | number;
}

/** Keeps one figure of a part. */
export function figure(part: string, name: string, value: string | number): void {
  const file = process.env.PROOF_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ part, name, value } satisfies Figure)}\n`);
}
