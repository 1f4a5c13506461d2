/** 制卡完成: the new card takes over from the old one, the fee is charged, and the request waits for its diner. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { type CardMoney, withCardMoney } from '../cards/card-money.ts';
import { cardFlow } from '../cards/card-states.ts';
import { heldCards } from '../cards/held-cards.ts';
import { replaceCard } from '../cards/issue-card.ts';
import { refuseFields } from '../persons/check-person.ts';
import '../refusals.ts';
import { type ReuseSaid, reuseChanges, reuseErrors, reuseOf } from '../cards/reuse-now.ts';
import { repairFlow } from './repair-states.ts';

interface Request {
  personId: number;
  name: string;
  oldCardId: number;
  oldCardNo: string;
  oldStatus: string;
  status: string;
  feeFen: number;
  payBy: 'CASH' | 'MAIN';
}

async function requestOf(executor: Sql, organizationId: number, id: number): Promise<Request | undefined> {
  const { rows } = await executor.query<Request>(
    `select r.person_id as "personId", p.name, r.old_card_id as "oldCardId", c.card_no as "oldCardNo",
            c.status as "oldStatus", r.status, r.fee_fen as "feeFen", r.pay_by as "payBy"
       from card_repair_request r
       join person p on p.organization_id = r.organization_id and p.id = r.person_id
       join card c on c.organization_id = r.organization_id and c.id = r.old_card_id
      where r.organization_id = $1 and r.id = $2 for update of r`,
    [organizationId, id],
  );
  return rows[0];
}

const paidBy = { CASH: '现金', MAIN: '主账户' } as const;

/** The values of the dialog. */
interface MakeForm extends ReuseSaid {
  cardNo: string;
  physicalNo: string | null;
  cardKind: string | null;
  feeFen: number | null;
  payBy: 'CASH' | 'MAIN' | null;
}

/** Replaces a lost card (补卡) or exchanges a broken one (换卡), for the fee of the request unless the clerk changes it. */
export async function makeRepairCard(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const [row] = input.rows;
  if (!row || input.rows.length > 1) return refuse('MALFORMED', { detail: '一次只能制一张卡' });
  const who = acting(ctx);
  const { organizationId } = who;
  const form = input.values as unknown as MakeForm;
  const against = reuseErrors(ctx, form);
  if (against) return refuseFields(against);
  const feeFen = form.feeFen ?? (row.feeFen as number);
  const payBy = form.payBy ?? (row.payBy as 'CASH' | 'MAIN');
  const personId = row.personId as number;
  const money: CardMoney = {
    kind: 'CARD_FEE',
    amountFen: feeFen,
    by: payBy,
    organizationId,
    personId,
    reason: `补卡工本费 ${form.cardNo}`,
  };
  const no = await withCardMoney(ctx, money, async (executor, audit) => {
    await lockPeople(executor, organizationId);
    const request = await requestOf(executor, organizationId, row.id);
    if (!request) return refuse('NOT_FOUND');
    const wrong = refuseMove(ctx, repairFlow, 'make', request, request.oldCardNo);
    if (wrong) return wrong;
    const held = (await heldCards(executor, organizationId, [personId])).get(personId);
    if (held?.id !== request.oldCardId || held.status === 'FROZEN')
      return refuse('REPAIR_CARD_CHANGED', {
        name: request.name,
        cardNo: request.oldCardNo,
        state: cardFlow.labelOf(request.oldStatus),
      });
    const made = await replaceCard(executor, who, held.status === 'LOST' ? 'replace' : 'exchange', {
      personId,
      cardNo: form.cardNo,
      physicalNo: form.physicalNo,
      kind: form.cardKind,
      feeFen,
      ...reuseOf(form),
    });
    if (isRefusal(made)) return made;
    const at = isoAt(ctx.clock.now());
    await executor.query(
      `update card_repair_request set status = 'MADE', new_card_id = $3, fee_fen = $4, pay_by = $5, made_at = $6,
              operator_id = $7, operator_name = $8, updated_at = $6, version = version + 1
        where organization_id = $1 and id = $2`,
      [organizationId, row.id, made.cardId, feeFen, payBy, at, ctx.session.accountId, ctx.session.name],
    );
    await audit({
      action: repairFlow.moves.make.label,
      targetId: row.id,
      targetName: `${request.name} ${request.oldCardNo}`,
      changes: [
        { key: 'cardNo', label: '卡号', before: request.oldCardNo, after: form.cardNo },
        ...(feeFen > 0 ? [{ key: 'feeFen', label: '工本费', before: null, after: formatFenGrouped(feeFen) }] : []),
        ...reuseChanges(form),
      ],
    });
    return undefined;
  });
  if (no) return no;
  return {
    receipt: {
      title: '补卡凭证',
      lines: [
        ['姓名', String(row.personName)],
        ['工号/学号', String(row.jobNumber ?? '')],
        ['原卡号', String(row.oldCardNo)],
        ['新卡号', form.cardNo],
        ['工本费', feeFen > 0 ? `${formatFenGrouped(feeFen)} 元（${paidBy[payBy]}）` : '免收'],
        ['经办人', ctx.session.name],
        ['时间', isoAt(ctx.clock.now()).slice(0, 19).replace('T', ' ')],
      ],
      footer: ctx.session.unitName ?? '',
    },
  };
}
