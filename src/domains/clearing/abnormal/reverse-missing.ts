/** 冲正 of a recharge the channel knows nothing of: it is taken back out of the diner's account, and refused where it is spent. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { maskText } from '../../../kit/server/audit/mask.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { reverseOnlineOrder } from '../../funding/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import { openAbnormal, settleAbnormal } from './locked.ts';

export async function reverseMissing(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  const row = await openAbnormal(ctx, ids[0]!, ['MISSING'], false);
  if (isRefusal(row)) return row;
  if (row.ref_type !== 'RECHARGE')
    return refuse(clearingRefusals.ABNORMAL_NOT, {
      no: row.abnormal_no,
      why: '是付款码消费，请由单位以「消费纠错」退回',
    });
  const reason = `渠道没有收款：${String(values.reason)}`;
  const no = await reverseOnlineOrder(ctx, { organizationId: row.organization_id!, id: row.ref_id! }, reason);
  if (no) return no;
  return (await runCommand(ctx, async (inner) => {
    const now = await openAbnormal(inner, row.id, ['MISSING']);
    if (!isRefusal(now)) await settleAbnormal(inner, now, '冲正', 'FIXED', reason);
    return null;
  })) as Done | Refusal;
}

export async function reverseOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const row = await openAbnormal(ctx, ids[0]!, ['MISSING'], false);
  if (isRefusal(row)) return row;
  const purse = await beyondScope(ctx)
    .selectFrom('wallet as w')
    .innerJoin('recharge_order as o', (on) =>
      on.onRef('o.organization_id', '=', 'w.organization_id').onRef('o.person_id', '=', 'w.person_id'),
    )
    .select('w.balance_fen')
    .where('o.organization_id', '=', row.organization_id)
    .where('o.id', '=', row.ref_id)
    .where('w.kind', '=', 'MAIN')
    .executeTakeFirst();
  const fen = row.our_fen ?? 0;
  const balance = purse?.balance_fen ?? 0;
  return {
    lines: [
      ['充值单', row.out_no],
      ['人员', maskText('name', row.person_name)],
      ['主账户余额', `${formatFenGrouped(balance)} → ${formatFenGrouped(balance - fen)} 元`],
    ],
    amountFen: fen,
  };
}
