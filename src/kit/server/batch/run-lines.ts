/**
 * Runs the lines of a batch, chunk by chunk, each line under a key of its own: a run that was killed goes on where it
 * stopped, and a line is never worked twice. The caller keeps the lines and says what became of them.
 */
import { isRefusal, type Refusal, refusalMessage, refusalSpec } from '../refusal.ts';

export interface LineResult<L, A> {
  line: L;
  /** What was done; absent when it was refused. */
  done?: A;
  /** Why not: the refusal's code, and its words for the line. */
  code?: string;
  reason?: string;
}

/** The line was written down with the work itself: there is nothing left to settle. */
export const written = 'written';
export type Answer<A> = A | Refusal | typeof written;

export interface LineRun<L, A> {
  /** The next open lines behind `after`, in their order; none ends a pass over them. */
  next(limit: number, after: L | undefined): Promise<readonly L[]>;
  /** One answer per line, in order; a line without one stays open, as when it was told to stop. */
  work(lines: readonly L[], signal: AbortSignal): Promise<readonly (Answer<A> | undefined)[]>;
  /** Writes down what became of a chunk. A killed process repeats it: the keys answer the same again. */
  settle(results: readonly LineResult<L, A>[]): Promise<void>;
  /** Lines in one go: fewer where each takes its time, so that progress shows. */
  size?: () => number;
  /** Chunks under way at the same time; 1 unless the work stands it. */
  beside?: number;
}

export const linesAtOnce = 1_000;

/** The answer is about this moment and not about the line: busy, or closing. */
export const notNow = (answer: unknown): answer is Refusal =>
  isRefusal(answer) && refusalSpec(answer.code).status === 503;

/** What became of lines, without those that stay open; `open` says whether there are any. */
export function resultsOf<L, A extends object>(
  lines: readonly L[],
  answers: readonly (Answer<A> | undefined)[],
): { results: LineResult<L, A>[]; open: boolean } {
  const results: LineResult<L, A>[] = [];
  let open = false;
  for (const [i, line] of lines.entries()) {
    const answer = answers[i];
    if (answer === undefined || notNow(answer)) open = true;
    else if (isRefusal(answer)) results.push({ line, code: answer.code, reason: refusalMessage(answer) });
    else if (answer !== written) results.push({ line, done: answer });
  }
  return { results, open };
}

/** One pass over the open lines; answers how many there were. */
async function pass<L, A extends object>(run: LineRun<L, A>, signal: AbortSignal): Promise<number> {
  const { size = () => linesAtOnce, beside = 1 } = run;
  const going: Promise<void>[] = [];
  const one = async (lines: readonly L[]) => {
    const { results, open } = resultsOf(lines, await run.work(lines, signal));
    if (results.length > 0) await run.settle(results);
    if (open) throw new Error('the run was interrupted; it goes on behind the last line written');
  };
  let count = 0;
  try {
    for (let after: L | undefined; ; ) {
      if (signal.aborted) throw new Error('the run was interrupted before the next lines');
      const lines = await run.next(size(), after);
      after = lines.at(-1);
      if (after === undefined) break;
      count += lines.length;
      const chunk = one(lines);
      // Looked at in its turn; until then a failure must not count as unseen.
      chunk.catch(() => undefined);
      going.push(chunk);
      if (going.length >= beside) await going.shift();
    }
  } finally {
    // Nothing goes on behind the run's back.
    await Promise.allSettled(going);
  }
  await Promise.all(going);
  return count;
}

/**
 * Passes over the lines until one finds none open: lines opened meanwhile may lie before the last one worked. @throws when
 * lines stay open because somebody is busy or the job was told to stop, so that the job is tried again. Answers how many
 * lines there were.
 */
export async function runLines<L, A extends object>(run: LineRun<L, A>, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let some = await pass(run, signal); some > 0; some = await pass(run, signal)) count += some;
  return count;
}

/** Works lines one after another, for work that is a transaction each; stops at the first that cannot be done now. */
export const oneByOne =
  <L, A extends object>(work: (line: L) => Promise<A | Refusal>) =>
  async (lines: readonly L[], signal: AbortSignal): Promise<(A | Refusal)[]> => {
    const answers: (A | Refusal)[] = [];
    for (const line of lines) {
      if (signal.aborted) break;
      const answer = await work(line);
      if (notNow(answer)) break;
      answers.push(answer);
    }
    return answers;
  };
