/** 停岗, 复岗, 离岗, and the certificate added from the list. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type NewCertificate, registerCertificate } from '../certificates/register-certificate.ts';
import { kitchenRefusals } from '../refusals.ts';
import { cameOrLeft, settleWorker } from './follow-worker.ts';
import { workerFlow } from './worker-flow.ts';

export const workerMoves = moves(workerFlow, {
  table: 'cook_user',
  stamped: true,
  name: (_worker, row) => String(row.personName),
  write: {
    suspend: (_ctx, values) => ({ status_reason: String(values.reason) }),
    resume: () => ({ status_reason: '' }),
    leave: (_ctx, values) => ({ status_reason: String(values.reason) }),
  },
  after: {
    suspend: (ctx, worker) => settleWorker(ctx, worker.id, '停岗'),
    resume: (ctx, worker) => settleWorker(ctx, worker.id, '复岗'),
    leave: async (ctx, worker) => {
      await ctx.db
        .deleteFrom('kitchen_roster')
        .where('cook_user_id', '=', worker.id)
        .where('start_at', '>', isoAt(ctx.clock.now()))
        .execute();
      await settleWorker(ctx, worker.id, '离岗');
      return cameOrLeft(ctx);
    },
  },
});

/** 登记健康证; refuses who has left. */
export async function addCertificate(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { id, personName, status } = rows[0] as unknown as { id: number; personName: string; status: string };
  if (status === 'LEFT') return refuse(kitchenRefusals.WORKER_LEFT, { person: personName, action: '登记健康证' });
  const done = await registerCertificate(ctx, id, values as unknown as NewCertificate);
  if (isRefusal(done)) return done;
  const told = `${personName} ${String(values.no)}，${String(values.issueDate)} 至 ${String(values.expireDate)}`;
  await ctx.audit({ action: '登记健康证', targetId: id, targetName: told });
  return null;
}
