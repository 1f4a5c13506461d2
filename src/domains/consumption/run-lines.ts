/**
 * Runs the money of a batch, line by line under keys of their own: a run that was killed goes on where it stopped, and a
 * line is never posted twice. The caller keeps the lines and says what became of them.
 */
import { isRefusal, type Refusal, refusalSpec } from '../../kit/server/refusal.ts';
import type { MoneyRequest, Posted, Wallet } from '../wallet/types.ts';

export interface LineResult<L> {
  line: L;
  posted?: Posted;
  refusal?: Refusal;
}

export interface LineRun<L> {
  /** The next lines that are neither posted nor failed in this run; none ends it. */
  next(limit: number): Promise<L[]>;
  request(line: L): MoneyRequest;
  /** Writes down what became of a chunk. A killed process repeats it: the keys answer the same again. */
  settle(results: readonly LineResult<L>[]): Promise<void>;
}

/** Lines in one go: the wallet's own bulk size. */
const chunk = 1_000;

/** The wallet could not take the line now; the line itself is not at fault. */
const passing = (refusal: Refusal) => refusalSpec(refusal.code).status === 503;

/** @throws when the wallet is busy or closing, so that the job is tried again, and when the job is told to stop. */
export async function runLines<L>(wallet: Wallet, run: LineRun<L>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const lines = await run.next(chunk);
    if (lines.length === 0) return;
    const outcomes = await wallet.submitMany(lines.map(run.request));
    const results = lines.map((line, i): LineResult<L> => {
      const outcome = outcomes[i]!;
      return isRefusal(outcome) ? { line, refusal: outcome } : { line, posted: outcome.posted };
    });
    await run.settle(results.filter((r) => !r.refusal || !passing(r.refusal)));
    if (results.some((r) => r.refusal && passing(r.refusal)))
      throw new Error('the wallet is busy; the run goes on later');
  }
}
