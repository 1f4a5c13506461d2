import { describe, expect, it } from 'vitest';
import { type Refusal, refuse } from '../refusal.ts';
import { type LineResult, oneByOne, runLines, written } from './run-lines.ts';

interface Line {
  no: number;
}
interface Done {
  by: number;
}
const never = new AbortController().signal;

/** Lines kept as a table keeps them: open until a result of theirs is written. */
function table(count: number) {
  const kept = new Map<number, LineResult<Line, Done>>();
  const worked: number[] = [];
  return {
    kept,
    worked,
    next: async (limit: number, after: Line | undefined) =>
      Array.from({ length: count }, (_, i) => ({ no: i + 1 }))
        .filter(({ no }) => !kept.has(no) && no > (after?.no ?? 0))
        .slice(0, limit),
    settle: async (results: readonly LineResult<Line, Done>[]) => {
      for (const result of results) kept.set(result.line.no, result);
    },
  };
}

describe('the run of a batch', () => {
  it('works every line once, thousands of them, and keeps why one could not be done', async () => {
    const lines = table(2_500);
    const work = async (chunk: readonly Line[]) =>
      chunk.map(({ no }): Done | Refusal => {
        lines.worked.push(no);
        return no % 1_000 === 0 ? refuse('NOT_NOW', { why: `第 ${no} 行余额不足` }) : { by: no };
      });
    await runLines({ ...lines, work }, never);
    expect(lines.worked).toHaveLength(2_500);
    expect(new Set(lines.worked).size).toBe(2_500);
    expect(lines.kept.get(2_000)).toEqual({
      line: { no: 2_000 },
      code: 'NOT_NOW',
      reason: '第 2000 行余额不足',
    });
    expect(lines.kept.get(2_500)).toEqual({ line: { no: 2_500 }, done: { by: 2_500 } });
  });

  it('leaves lines open that cannot be done now, after writing what was; the next run does them alone', async () => {
    const lines = table(5);
    let busy = true;
    const work = async (chunk: readonly Line[]) =>
      chunk.map(({ no }): Done | Refusal => {
        if (busy && no === 3) return refuse('BUSY');
        lines.worked.push(no);
        return { by: no };
      });
    await expect(runLines({ ...lines, work }, never)).rejects.toThrow('interrupted');
    expect([...lines.kept.keys()]).toEqual([1, 2, 4, 5]);
    busy = false;
    await runLines({ ...lines, work }, never);
    expect(lines.worked).toEqual([1, 2, 4, 5, 3]);
  });

  it('told to stop it starts no further line, and begins nothing when told so before', async () => {
    const lines = table(5);
    const stop = new AbortController();
    const work = oneByOne(async ({ no }: Line): Promise<Done | Refusal> => {
      lines.worked.push(no);
      if (no === 2) stop.abort();
      return { by: no };
    });
    await expect(runLines({ ...lines, work }, stop.signal)).rejects.toThrow('interrupted');
    expect([...lines.kept.keys()]).toEqual([1, 2]);
    await expect(runLines({ ...lines, work }, stop.signal)).rejects.toThrow();
    expect(lines.worked).toEqual([1, 2]);
  });

  it('leaves alone what was written with its work, and comes back for lines opened behind it', async () => {
    const lines = table(3);
    const opened: Line[] = [];
    const work = async (chunk: readonly Line[]) => {
      for (const line of chunk) {
        lines.worked.push(line.no);
        lines.kept.set(line.no, { line, done: { by: 0 } });
      }
      // A retry opens the first line again while the last is at work.
      if (chunk.some(({ no }) => no === 3) && opened.length === 0) {
        opened.push({ no: 1 });
        lines.kept.delete(1);
      }
      return chunk.map((): typeof written => written);
    };
    await runLines<Line, Done>(
      { ...lines, work, settle: () => Promise.reject(new Error('settled')), size: () => 1 },
      never,
    );
    expect(lines.worked).toEqual([1, 2, 3, 1]);
  });

  it('has no more chunks under way than it was told, and waits for those when one fails', async () => {
    const lines = table(4);
    let under = 0;
    let most = 0;
    const work = async (chunk: readonly Line[]): Promise<(Done | Refusal)[]> => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      if (chunk[0]?.no === 3) throw new Error('killed');
      return chunk.map(({ no }) => ({ by: no }));
    };
    await expect(runLines({ ...lines, work, size: () => 1, beside: 2 }, never)).rejects.toThrow('killed');
    expect([most, under]).toEqual([2, 0]);
    expect([...lines.kept.keys()].slice(0, 2)).toEqual([1, 2]);
  });

  it('killed between the work and its notes it works the line again, for the key to answer as before', async () => {
    const lines = table(2);
    const work = oneByOne(async ({ no }: Line): Promise<Done | Refusal> => {
      lines.worked.push(no);
      return { by: no };
    });
    const killed = { ...lines, work, settle: () => Promise.reject(new Error('killed')) };
    await expect(runLines(killed, never)).rejects.toThrow('killed');
    expect(lines.kept.size).toBe(0);
    await runLines({ ...lines, work }, never);
    expect(lines.worked).toEqual([1, 2, 1, 2]);
  });
});
