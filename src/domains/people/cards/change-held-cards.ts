/** 挂失, 解挂, 冻结, 解冻 for the cards people hold: all of the selection, or a refusal naming the first that cannot. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { personPage } from '../persons/move-people.ts';
import { lockPeople } from './card-list.ts';
import { type CardEvent, cardFlow } from './card-states.ts';
import { changeCards, heldCards, refuseEvent } from './held-cards.ts';

export interface Holder {
  organizationId: number;
  id: number;
  name: string;
}

/** Runs in the command's transaction. The people were found under the session's scope, in whichever organizations. */
export async function changeHeldCards(
  ctx: Ctx,
  event: Extract<CardEvent, 'loss' | 'lift' | 'freeze' | 'unfreeze'>,
  people: readonly Holder[],
): Promise<Refusal | null> {
  if (people.length === 0) return refuse('MALFORMED', { detail: '请选择人员' });
  const executor = sqlOf(ctx.db);
  // Ascending, so that two commands over several organizations never wait for each other crosswise.
  const organizations = [...new Set(people.map((p) => p.organizationId))].sort((a, b) => a - b);
  for (const organizationId of organizations) {
    const holders = people.filter((p) => p.organizationId === organizationId);
    await lockPeople(executor, organizationId);
    const held = await heldCards(
      executor,
      organizationId,
      holders.map((p) => p.id),
    );
    for (const holder of holders) {
      const no = refuseEvent(event, holder.name, held.get(holder.id));
      if (no) return no;
    }
    await changeCards(
      executor,
      acting(ctx, organizationId),
      event,
      holders.map((p) => held.get(p.id)!.id),
    );
    for (const holder of holders) {
      const card = held.get(holder.id)!;
      await auditInto({ ...ctx, path: personPage }, executor, {
        action: cardFlow.moves[event].label,
        targetId: holder.id,
        targetName: holder.name,
        changes: [
          {
            key: 'cardStatus',
            label: `卡片 ${card.cardNo}`,
            before: cardFlow.labelOf(card.status),
            after: cardFlow.labelOf(cardFlow.moves[event].to),
          },
        ],
      });
    }
  }
  return null;
}
