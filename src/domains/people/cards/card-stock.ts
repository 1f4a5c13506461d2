/** 空白卡库存: blank cards are entered by range, taken out by range; returned cards are cancelled for good. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { lockPeople } from './card-list.ts';
import { cardRange } from './card-range.ts';
import { type CardStatus, cardFlow, cardStatuses } from './card-states.ts';
import { changeCards } from './held-cards.ts';
import '../refusals.ts';

const title = '卡片库存';

async function inState(executor: Sql, organizationId: number, numbers: readonly string[], status: CardStatus) {
  const { rows } = await executor.query<{ id: number }>(
    'select id from card where organization_id = $1 and card_no = any($2::text[]) and status = $3 order by id',
    [organizationId, numbers, status],
  );
  return rows.map((row) => row.id);
}

/** How many cards are in each state. */
async function stock(ctx: Ctx, first: readonly (readonly [string, string])[] = []): Promise<Done> {
  const { rows } = await sqlOf(ctx.db).query<{ status: string; count: number }>(
    'select status, count(*)::int as count from card where organization_id = $1 group by status',
    [ownOrganization(ctx)],
  );
  const counts = new Map(rows.map((row) => [row.status, row.count]));
  const lines = cardStatuses.map((s) => [s.label, `${counts.get(s.value) ?? 0} 张`] as const);
  return { receipt: { title, lines: [...first, ...lines], footer: ctx.session.unitName ?? '' } };
}

export const showStock = (ctx: Ctx): Promise<Done> => stock(ctx);

interface RangeForm {
  fromNo: string;
  toNo: string;
  cardKind?: string | null;
}

type Work = (ctx: Ctx, executor: Sql, numbers: readonly string[], form: RangeForm) => Promise<number | Refusal>;

const onRange =
  (action: string, work: Work) =>
  async (ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> => {
    const form = values as unknown as RangeForm;
    const numbers = cardRange(form.fromNo, form.toNo);
    if (isRefusal(numbers)) return numbers;
    const executor = sqlOf(ctx.db);
    await lockPeople(executor, ownOrganization(ctx));
    const count = await work(ctx, executor, numbers, form);
    if (isRefusal(count)) return count;
    await ctx.audit({ action, targetName: `${form.fromNo} 至 ${form.toNo}，${count} 张` });
    return stock(ctx, [[action, `${count} 张`]]);
  };

/** 登记空白卡; a number that is in stock or in somebody's hand refuses them all. */
export const registerBlanks = onRange('登记空白卡', async (ctx, executor, numbers, form) => {
  const { organizationId, by, ids, clock } = acting(ctx);
  const { rows: taken } = await executor.query<{ no: string }>(
    `select card_no as no from card where organization_id = $1 and card_no = any($2::text[])
       and status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN') order by card_no`,
    [organizationId, numbers],
  );
  if (taken.length > 0)
    return refuse('CARDS_TAKEN', {
      count: taken.length,
      numbers: `${taken
        .slice(0, 5)
        .map((t) => t.no)
        .join('、')}${taken.length > 5 ? ' 等' : ''}`,
    });
  await executor.query(
    `insert into card (organization_id, id, card_no, kind, status, created_at, created_by, updated_at)
     select $1, t.id, t.no, $4, 'BLANK', $5, $6, $5 from unnest($2::bigint[], $3::text[]) as t (id, no)`,
    [organizationId, await ids.take(numbers.length), numbers, form.cardKind ?? 'IC', isoAt(clock.now()), by],
  );
  return numbers.length;
});

/** 移除空白卡: what was entered wrongly or is unusable leaves the stock. */
export const removeBlanks = onRange('移除空白卡', async (ctx, executor, numbers, form) => {
  const organizationId = ownOrganization(ctx);
  const found = await inState(executor, organizationId, numbers, 'BLANK');
  if (found.length === 0) return refuse('NO_SUCH_CARDS', { from: form.fromNo, to: form.toNo, what: '空白卡' });
  await executor.query('delete from card where organization_id = $1 and id = any($2::bigint[])', [
    organizationId,
    found,
  ]);
  return found.length;
});

/** 注销: a returned card is out of use for good. */
export const cancelReturned = onRange(cardFlow.moves.cancel.label, async (ctx, executor, numbers, form) => {
  const found = await inState(executor, ownOrganization(ctx), numbers, 'RETURNED');
  if (found.length === 0) return refuse('NO_SUCH_CARDS', { from: form.fromNo, to: form.toNo, what: '已退卡的卡片' });
  await changeCards(executor, acting(ctx), 'cancel', found);
  return found.length;
});
