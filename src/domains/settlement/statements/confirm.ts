/** A side agrees with a statement, by naming the amount it has seen; silence agrees after the deadline. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moveEntry, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { alone } from '../days/settle-days.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitStatementRow } from '../tables.ts';
import { type Side, sides, statementFlow } from './statement-states.ts';
import { freshLines } from './write-statement.ts';

/** The side the session speaks for, or why it speaks for none. */
export function sideOf(ctx: Ctx, statement: UnitStatementRow, what: string): Side | Refusal {
  const { unitType } = ctx.session;
  return unitType === 'ORGANIZATION' || unitType === 'CONTRACTOR'
    ? unitType
    : refuse(settlementRefusals.STATEMENT_NOT_SIDE, { no: statement.statement_no, what });
}

/** The statement under the organization's lock, held to the end of the command. */
export async function lockStatement(ctx: Ctx, id: number): Promise<UnitStatementRow | Refusal> {
  const seen = await ctx.db
    .selectFrom('unit_statement')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) return refuse('NOT_FOUND');
  await alone(sqlOf(ctx.db), seen.organization_id);
  return ctx.db.selectFrom('unit_statement').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

const columnsOf = (side: Side, ctx: Ctx) => {
  const at = isoAt(ctx.clock.now());
  const { accountId, name } = ctx.session;
  return side === 'ORGANIZATION'
    ? { organization_confirmed_by: accountId, organization_confirmed_name: name, organization_confirmed_at: at }
    : { contractor_confirmed_by: accountId, contractor_confirmed_name: name, contractor_confirmed_at: at };
};

/** What keeps the session from agreeing for its side. */
async function refuseConfirm(ctx: Ctx, s: UnitStatementRow, side: Side, seenFen: number): Promise<Refusal | undefined> {
  const no = s.statement_no;
  const wrong = refuseMove(ctx, statementFlow, 'confirm', s, no);
  if (wrong) return wrong;
  const school = { by: s.organization_confirmed_by, name: s.organization_confirmed_name, side: 'ORGANIZATION' };
  const caterer = { by: s.contractor_confirmed_by, name: s.contractor_confirmed_name, side: 'CONTRACTOR' };
  const [own, other] = side === 'ORGANIZATION' ? [school, caterer] : [caterer, school];
  if (own.by !== null)
    return refuse(settlementRefusals.STATEMENT_CONFIRMED, { no, side: labelIn(sides, side), name: own.name });
  if (other.by === ctx.session.accountId)
    return refuse(settlementRefusals.STATEMENT_SAME_PERSON, { no, side: labelIn(sides, other.side) });
  if (seenFen !== s.pay_fen) {
    const stale = { no, now: formatFenGrouped(s.pay_fen), seen: formatFenGrouped(seenFen) };
    return refuse(settlementRefusals.STATEMENT_STALE, stale, { payFen: '与结算单现在的应结金额不同' });
  }
  const { moved, totals } = await freshLines(sqlOf(ctx.db), s);
  return moved ? refuse(settlementRefusals.STATEMENT_MOVED, { no, now: formatFenGrouped(totals.payFen) }) : undefined;
}

/** 确认: CONFIRMED once both sides have; an account that confirmed for one side does not confirm for the other. */
export async function confirmStatement(ctx: Ctx, { ids, values }: ActionInput): Promise<Refusal | null> {
  const s = await lockStatement(ctx, ids[0]!);
  if (isRefusal(s)) return s;
  const side = sideOf(ctx, s, '确认');
  if (isRefusal(side)) return side;
  const no = await refuseConfirm(ctx, s, side, Number(values.payFen));
  if (no) return no;
  const other = side === 'ORGANIZATION' ? s.contractor_confirmed_by : s.organization_confirmed_by;
  const both = s.contractor_id === 0 || other !== null;
  await ctx.db
    .updateTable('unit_statement')
    .set((eb) => ({
      ...columnsOf(side, ctx),
      ...(both ? { status: 'CONFIRMED' } : {}),
      version: eb('version', '+', 1),
    }))
    .where('organization_id', '=', s.organization_id)
    .where('id', '=', s.id)
    .execute();
  const said = `${labelIn(sides, side)}确认 ${formatFenGrouped(s.pay_fen)} 元`;
  await ctx.audit(
    both
      ? moveEntry(statementFlow, 'confirm', s, s.statement_no, said)
      : {
          action: '确认',
          targetId: s.id,
          targetName: s.statement_no,
          changes: [{ key: 'confirm', label: '确认', before: null, after: said }],
        },
  );
  return null;
}

/** GENERATED → CONFIRMED where both sides have let the deadline pass; figures that moved are left for the next look. */
export async function lapseStatements(
  tools: Pick<Services, 'pool' | 'clock' | 'ids'>,
  organizationId: number,
): Promise<number> {
  const now = isoAt(tools.clock.now());
  return inTransaction(tools.pool, async (tx) => {
    await alone(tx, organizationId);
    const { rows } = await tx.query<UnitStatementRow>(
      `select * from unit_statement where organization_id = $1 and status = 'GENERATED' and confirm_by <= $2 order by id for update`,
      [organizationId, now],
    );
    let agreed = 0;
    for (const s of rows) {
      if ((await freshLines(tx, s)).moved) continue;
      await tx.query(
        `update unit_statement set status = 'CONFIRMED', version = version + 1 where organization_id = $1 and id = $2`,
        [organizationId, s.id],
      );
      await writeAudit(
        tx,
        await tools.ids.next(),
        now,
        {
          accountId: null,
          actor: '系统',
          unitType: 'ORGANIZATION',
          unitId: organizationId,
          ip: null,
          page: '/admin/organization/settlement',
        },
        moveEntry(statementFlow, 'lapse', s, s.statement_no, '期限内无异议'),
      );
      agreed += 1;
    }
    return agreed;
  });
}
