/** The money of a batch's lines through the door, as the run of a batch asks for it. */
import type { MoneyRequest, Posted, Wallet } from './types.ts';

/** One request per line; its key is the line's own, so that a line asked for again answers as before. */
export const submitLines =
  <L>(wallet: Pick<Wallet, 'submitMany'>, requestOf: (line: L) => MoneyRequest) =>
  (lines: readonly L[]) =>
    wallet.submitMany(lines.map(requestOf));

/** What a line's posting answers. */
export interface LinePosted {
  posted: Posted;
}
