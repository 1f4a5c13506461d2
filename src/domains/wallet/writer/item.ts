/** One request on its way through the writer. */
import type { MoneyRequest, Outcome } from '../types.ts';

export interface Item {
  readonly request: MoneyRequest;
  readonly fingerprint: string;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}
