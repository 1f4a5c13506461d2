/**
 * The hands a withdrawal goes through, to be killed: each step a transaction of its own, from whatever state the dead before left.
 * Says on stdout what was committed. Input as JSON on the command line.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { systemClock } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { createPool } from '../../../kit/server/db/pool.ts';
import { blockIds } from '../../../kit/server/ids.ts';
import type { Tables } from '../../../kit/server/query/tables.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import { applyWithdrawal } from '../withdrawals/apply.ts';
import { moveWithdrawal } from '../withdrawals/withdrawal-moves.ts';
import { makePayout } from './make-payout.ts';

export interface PayoutOrder {
  connectionString: string;
  contractorId: number;
  bankAccountId: number;
  /** Applies for no more; works off what is under way, then waits to be killed. */
  drain: boolean;
}

const order = JSON.parse(process.argv[2] ?? '') as PayoutOrder;
const pool = createPool({ connectionString: order.connectionString }, { max: 3 });
const aside = createPool({ connectionString: order.connectionString }, { max: 1 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const ids = blockIds(
  async () => (await aside.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
);

class Refused extends Error {}

/** One step of one hand; told when it is there, silent where the step is refused. */
async function step(accountId: number, word: string, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const session = { unitType: 'CONTRACTOR', unitId: order.contractorId, accountId, name: `经办${accountId}` };
      const audit = async () => undefined;
      const answer = await work({ db: trx, ids, clock: systemClock, session, audit } as unknown as Ctx);
      if (isRefusal(answer)) throw new Refused(answer.code);
    });
    process.stdout.write(`${word}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

const inState = async (status: string): Promise<number[]> =>
  (
    await db.selectFrom('unit_withdrawal').select('id').where('status', '=', status).orderBy('id').limit(3).execute()
  ).map(({ id }) => id);

const move = (
  hand: number,
  event: Parameters<typeof moveWithdrawal>[1],
  id: number,
  values: Record<string, unknown> = {},
) => step(hand, `${event} ${id}`, (ctx) => moveWithdrawal(ctx, event, [id], values));

for (let turn = 0; ; turn += 1) {
  if (!order.drain)
    await step(1, 'applied', (ctx) =>
      applyWithdrawal(ctx, { amountFen: 100 + (turn % 7), bankAccountId: order.bankAccountId }),
    );
  for (const id of await inState('APPLIED'))
    await move(2, id % 11 === 0 ? 'reject' : 'check', id, { reason: '资料不全' });
  for (const id of await inState('AUDITING')) await move(3, 'approve', id);
  const ready = await inState('APPROVED');
  if (ready.length > 0)
    await step(4, `sent ${ready.join(',')}`, (ctx) =>
      makePayout(ctx, { ids: ready, rows: [], values: { format: 'CSV_UTF8', sure: true } }),
    );
  const paying = await inState('PAYING');
  for (const id of paying) {
    if (id % 5 === 0) await move(4, 'fail', id, { reason: '账号有误' });
    else await move(4, 'paid', id, { bankFlowNo: `LS${id}`, proof: null });
    if (id % 7 === 0) await move(4, 'bounce', id, { returnNo: `TP${id}`, reason: '银行退回' });
  }
  const left = await db
    .selectFrom('unit_withdrawal')
    .select('id')
    .where('status', 'in', ['APPLIED', 'AUDITING', 'APPROVED', 'PAYING'])
    .limit(1)
    .executeTakeFirst();
  if (order.drain && !left) break;
}
process.stdout.write('drained\n');
// Killed as all the others are.
setInterval(() => undefined, 1_000);
