/** Requests that are numbered: the same number of whoever signs is done once and answered the same. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';

/** Whose numbers they are: a binding of an app, or a terminal where people act for themselves. */
export interface Numbered {
  organizationId: number;
  signerId: number;
  epoch: number;
}

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Days a number is remembered: its signature is good for minutes. */
const keptDays = 2;

/** Runs `work` in a transaction of its own, once per number; a refusal undoes everything and leaves the number free. */
export async function once(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { organizationId, signerId, epoch }: Numbered,
  seq: number,
  work: (db: Sql) => Promise<object | Refusal>,
): Promise<object | Refusal> {
  const key = [organizationId, signerId, epoch, seq];
  try {
    return await db.transaction().execute(async (trx) => {
      const tx = sqlOf(trx);
      const claimed = await tx.query(
        `insert into diner_request (organization_id, signer_id, epoch, seq, at) values ($1, $2, $3, $4, $5)
         on conflict do nothing returning seq`,
        [...key, isoAt(clock.now())],
      );
      if (claimed.rows.length === 0) {
        const { rows } = await tx.query<{ answer: object }>(
          `select answer from diner_request where organization_id = $1 and signer_id = $2 and epoch = $3 and seq = $4`,
          key,
        );
        return rows[0]!.answer;
      }
      const answer = await work(tx);
      if (isRefusal(answer)) throw new Refused(answer);
      await tx.query(
        `update diner_request set answer = $5 where organization_id = $1 and signer_id = $2 and epoch = $3 and seq = $4`,
        [...key, JSON.stringify(answer)],
      );
      return answer;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

/** Forgets numbers nobody can send any more. */
export async function forgetRequests({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  await pool.query('delete /* wall: old numbers of every unit */ from diner_request where at < $1', [
    isoAt(clock.now() - keptDays * 86_400_000),
  ]);
}
