/** The statements of an organization whose periods are over, and its open ones brought up to date. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { safeToClose } from '../../device/public.server.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { alone } from '../days/settle-days.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitStatementRow } from '../tables.ts';
import { type Cycle, type Period, periodsOver } from './periods.ts';
import { type NewStatement, nextDay, rewriteStatement, type Tools, writeStatement } from './write-statement.ts';

export type Stating = Tools & Pick<Services, 'pool' | 'db' | 'statementGuards'>;

export interface Party {
  contractId: number;
  contractorId: number;
  cycle: Cycle;
  /** The first day that was settled, and the last one served once the contract is over. */
  firstDay: string;
  lastDay: string | null;
}

/** Contracts with settled days; what the organization runs itself is stated by the month. */
async function parties(tx: Sql, organizationId: number): Promise<Party[]> {
  const { rows } = await tx.query<Party>(
    `select d.contract_id as "contractId", min(d.contractor_id) as "contractorId", coalesce(s.settle_cycle, 'MONTH') as cycle,
       min(d.business_date)::text as "firstDay",
       case when s.status in ('EXPIRED', 'TERMINATED') then greatest(max(d.business_date), (select max(t.to_date) from contract_restaurant t
         where t.organization_id = d.organization_id and t.contract_id = d.contract_id))::text end as "lastDay"
     from settle_day d left join contract_site s on s.organization_id = d.organization_id and s.id = d.contract_id
     where d.organization_id = $1 group by d.organization_id, d.contract_id, s.settle_cycle, s.status order by d.contract_id`,
    [organizationId],
  );
  return rows;
}

/**
 * Why days of the period may still change: the unit's light is not safe, or what a domain above asks for is not there (a day's
 * bill of a channel); undefined when nothing speaks against it.
 */
export async function redOf(
  { db, statementGuards }: Pick<Services, 'db' | 'statementGuards'>,
  organizationId: number,
  { from, to }: Period,
): Promise<string | undefined> {
  const light = await safeToClose(db, organizationId, businessDayEnd(to));
  if (light.tone === 'RED') return light.text;
  for (const guard of statementGuards) {
    const why = await guard(db, organizationId, { from, to });
    if (why) return why;
  }
  return undefined;
}

/** Days after its last one in which a contract's days still change (`openDays` of the books) and its last month is charged. */
const afterDays = 100;

/**
 * A contract that is over has no further period. What came late for its days, and the fee of its last month, would stay in 待结算 for
 * good: it is stated by itself, as it comes.
 */
async function stateAfterwards(
  tools: Stating,
  contract: NewStatement['contract'],
  { cycle, lastDay }: Party,
  today: string,
): Promise<number> {
  if (lastDay === null || addDays(lastDay, afterDays) < today) return 0;
  const to = addDays(today, -1);
  const due = async (tx: Sql) => {
    const from = await nextDay(tx, contract);
    return from !== undefined && from > lastDay && from <= to ? from : undefined;
  };
  if (!(await due(tools.pool)) || (await redOf(tools, contract.organizationId, { from: lastDay, to: lastDay })))
    return 0;
  return inTransaction(tools.pool, async (tx) => {
    await alone(tx, contract.organizationId);
    const from = await due(tx);
    if (!from) return 0;
    const note = `合同 ${lastDay} 结束以后的差额`;
    return (await writeStatement(tools, tx, { contract, cycle, period: { from, to }, note })) ? 1 : 0;
  });
}

/**
 * Draws up what is due of the organization; answers how many. A period with open records waits, and what comes after it as well,
 * unless a note says why it is drawn up all the same. `ended`: only of contracts whose last day is over.
 */
export async function generateStatements(tools: Stating, organizationId: number, ended = false): Promise<number> {
  const today = businessDay(tools.clock.now());
  let written = 0;
  for (const party of await parties(tools.pool, organizationId)) {
    if (ended && (party.lastDay === null || party.lastDay >= today)) continue;
    const contract = { organizationId, contractId: party.contractId, contractorId: party.contractorId };
    const first = (await nextDay(tools.pool, contract)) ?? party.firstDay;
    for (const period of periodsOver(party.cycle, first, today, party.lastDay)) {
      if (await redOf(tools, organizationId, period)) break;
      written += await inTransaction(tools.pool, async (tx) => {
        await alone(tx, organizationId);
        // Another node has been here.
        if (((await nextDay(tx, contract)) ?? first) > period.from) return 0;
        return (await writeStatement(tools, tx, { contract, cycle: party.cycle, period, note: '' })) ? 1 : 0;
      });
    }
    if (!ended) written += await stateAfterwards(tools, contract, party, today);
  }
  return written;
}

/** Draws up one contract's days to `to` at once, whatever its cycle; in the caller's transaction, answers the statement's id. */
export async function generateUpTo(
  tools: Tools & Pick<Services, 'db' | 'statementGuards'>,
  tx: Sql,
  { organizationId, contractId }: { organizationId: number; contractId: number },
  to: string,
  note: string,
): Promise<number | Refusal> {
  await alone(tx, organizationId);
  const party = (await parties(tx, organizationId)).find((one) => one.contractId === contractId);
  const today = businessDay(tools.clock.now());
  if (!party || to >= today) return refuse(settlementRefusals.STATEMENT_NO_DAYS, { to });
  const contract = { organizationId, contractId, contractorId: party.contractorId };
  const from = (await nextDay(tx, contract)) ?? party.firstDay;
  const red = note === '' ? await redOf(tools, organizationId, { from, to }) : undefined;
  if (red) return refuse(settlementRefusals.STATEMENT_RED, { from, to, why: red });
  const period: Period = { from, to };
  const id = from > to ? undefined : await writeStatement(tools, tx, { contract, cycle: party.cycle, period, note });
  return id ?? refuse(settlementRefusals.STATEMENT_NO_DAYS, { to });
}

/** Statements nobody has agreed yet follow their days; answers how many were written anew. */
export async function followDays(tools: Tools & Pick<Services, 'pool'>, organizationId: number): Promise<number> {
  const { rows } = await tools.pool.query<{ id: number }>(
    `select id from unit_statement where organization_id = $1 and status = 'GENERATED' order by to_date, id`,
    [organizationId],
  );
  let written = 0;
  for (const { id } of rows)
    written += await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const found = await tx.query<UnitStatementRow>(
        `select * from unit_statement where organization_id = $1 and id = $2 and status = 'GENERATED' for update`,
        [organizationId, id],
      );
      const [statement] = found.rows;
      return statement && (await rewriteStatement(tools, tx, statement)) ? 1 : 0;
    });
  return written;
}
