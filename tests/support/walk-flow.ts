/** Walks a flow through its API: from every state every move, with the document made by the caller and by somebody else. */
import type { Flow } from '../../src/kit/define/flow.ts';
import { isRefusal, refusalMessage, refusalSpec } from '../../src/kit/server/refusal.ts';

/** NOT_NOW: the one code by which a flow refuses. */
const notNow = 1204;

export interface Walk<S extends string, E extends string> {
  /** Puts the document into a state, made by the caller or by another account. */
  place: (status: S, mine: boolean) => Promise<unknown>;
  call: (event: E) => Promise<{ errorcode: number; errormsg: string }>;
  status: () => Promise<unknown>;
  /** States in which the document comes to rest when the house goes on after the move; the move's own otherwise. */
  ends?: (event: E) => string | undefined;
  /** Moves left out, because the document they take cannot be made by placing it. */
  without?: readonly E[];
}

/** An answer of a page called without HTTP, as HTTP would tell it. */
export function envelopeOf(answer: unknown): { errorcode: number; errormsg: string } {
  return isRefusal(answer)
    ? { errorcode: refusalSpec(answer.code).errorcode, errormsg: refusalMessage(answer) }
    : { errorcode: 0, errormsg: '' };
}

const settled = async (read: () => Promise<unknown>, wanted: string): Promise<unknown> => {
  for (let turn = 0; turn < 800; turn += 1) {
    const now = await read();
    if (now === wanted) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return read();
};

/** What of it does not agree with the graph, one line each; empty when all does. */
export async function walkFlow<S extends string, E extends string>(
  flow: Flow<S, E>,
  walk: Walk<S, E>,
): Promise<string[]> {
  const faults: string[] = [];
  const events = (Object.keys(flow.moves) as E[]).filter(
    (event) => flow.moves[event].by !== 'house' && !walk.without?.includes(event),
  );
  for (const { value } of flow.statuses)
    for (const event of events)
      for (const mine of [false, true]) {
        const status = value as S;
        await walk.place(status, mine);
        const { errorcode, errormsg } = await walk.call(event);
        const goes = flow.whyNot(event, { status, mine }) === undefined;
        const wanted = goes ? (walk.ends?.(event) ?? flow.moves[event].to) : status;
        const after = goes ? await settled(walk.status, wanted) : await walk.status();
        if (after !== wanted || errorcode !== (goes ? 0 : notNow))
          faults.push(
            `${status} ${event} ${mine ? 'by its maker' : 'by another'}: ${errorcode} ${errormsg}, now ${after}`,
          );
      }
  return faults;
}
