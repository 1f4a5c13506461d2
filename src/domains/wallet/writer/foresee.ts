/** What a request would come to now: locked, loaded and planned as if it were posted, then left undone. */
import type { Clock } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { plan } from '../plan.ts';
import type { MoneyRequest, Outcome } from '../types.ts';
import { dateOf } from './attempt.ts';
import type { HotConnection } from './connection.ts';
import { lockAndLoad } from './lock.ts';
import { rollback, sendAll } from './train.ts';

/** Answers one request at a time over a connection of its own, so that no batch waits for who only looks. */
export function foreseer(connection: HotConnection, clock: Clock): (request: MoneyRequest) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  const look = async (request: MoneyRequest): Promise<Outcome> => {
    const client = await connection.client();
    try {
      const item = { request, fingerprint: '', resolve: () => undefined, reject: () => undefined };
      const locked = await lockAndLoad(client, request.organizationId, [item], dateOf);
      // Ids of what will not be written: below every real one.
      let id = 0;
      const nextId = () => {
        id -= 1;
        return id;
      };
      const context = { recordedAtMs: clock.now(), openFrom: locked.openFrom, nextId };
      const planned = plan(locked.stateOf(request.personId), request, context);
      await sendAll(client, [rollback]);
      return isRefusal(planned) ? planned : { posted: planned.posted };
    } catch (fault) {
      // Whatever it left open ends with the connection.
      connection.drop(client);
      throw fault;
    }
  };
  return (request) => {
    const answer = last.then(() => look(request));
    last = answer.catch(() => undefined);
    return answer;
  };
}
