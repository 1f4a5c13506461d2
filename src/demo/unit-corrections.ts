/** What the platform puts right between units, by two people: a mistake corrected, another asked for, an amount held back. */
import { demoPassword } from '../domains/identity/public.server.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import type { MoneyLife } from './unit-money.ts';

const adjustments = '/admin/platform/unit_adjustment';
const wallets = '/admin/platform/wallet_balance';
const witness = { account: seconds.platform, password: demoPassword };

/** The newest day of the unit that the caterer earned on. */
async function earned({ services, organizationId }: Pick<MoneyLife, 'services' | 'organizationId'>) {
  const { rows } = await services.pool.query<{ id: number; contractorId: number }>(
    `select p.id, p.contractor_id as "contractorId" from unit_posting p
     where p.organization_id = $1 and p.kind = 'CONTRACT_DAY' and p.contractor_id <> 0
       and exists (select from unit_entry e where e.posting_id = p.id and e.unit_type = 'CONTRACTOR' and e.amount_fen > 0)
     order by p.id desc limit 1`,
    [organizationId],
  );
  return rows[0];
}

/** Two corrections of a day: one is posted, one waits for the second person. */
export async function correctUnits(life: MoneyLife, maker: Actor, checker: Actor): Promise<void> {
  const day = await earned(life);
  if (!day) return;
  const ask = (amountFen: number, reason: string) =>
    maker.call(adjustments, 'create', {
      fromUnitId: day.contractorId,
      fromPurse: 'PENDING',
      toUnitId: life.organizationId,
      toPurse: 'PENDING',
      amountFen,
      refersNo: String(day.id),
      reason,
    });
  const { id } = await ask(240, '当天两份客餐由单位自营窗口供应，误记在承包商名下');
  await checker.call(adjustments, 'approve', { id });
  await ask(120, '退菜一份已由单位线下退给就餐人，应由承包商承担');
}

/** A little of what the caterer may take out is held back, and as much given free again. */
export async function holdBack(maker: Actor, contractorId: number, freeFen: number): Promise<void> {
  const amountFen = Math.floor(freeFen / 20);
  if (amountFen < 1) return;
  for (const reason of ['新换的收款账户待核实', '投诉赔付待裁定'])
    await maker.call(wallets, 'hold', { id: contractorId, amountFen, reason, witness });
  const { rows } = await maker.call<{ rows: { id: number; reason: string }[] }>(`${wallets}/held`, 'query', {});
  const clear = rows.find(({ reason }) => reason.startsWith('新换'))!;
  await maker.call(`${wallets}/held`, 'release', { id: clear.id, reason: '已电话核实户名与开户行', witness });
}
