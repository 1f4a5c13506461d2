/** 挂失, 解挂, 冻结, 解冻 for the cards people hold: all of the selection, or a refusal naming the first that cannot. */
import { auditInto } from '../../kit/server/audit/origin.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { acting } from './acting.ts';
import { lockPeople } from './card-list.ts';
import { type CardEvent, cardStatusLabel, cardTransitions } from './card-states.ts';
import { executorOf } from './executor.ts';
import { changeCards, heldCards, refuseEvent } from './held-cards.ts';
import { personPage } from './move-people.ts';

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
  const executor = executorOf(ctx.db);
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
        action: cardTransitions[event].label,
        targetId: holder.id,
        targetName: holder.name,
        changes: [
          {
            key: 'cardStatus',
            label: `卡片 ${card.cardNo}`,
            before: cardStatusLabel(card.status),
            after: cardStatusLabel(cardTransitions[event].to),
          },
        ],
      });
    }
  }
  return null;
}
