/** Where units are paid to, and what they take out: asked for, looked at by two, paid by a third, one refused by the bank. */
import { demoPassword } from '../domains/identity/public.server.ts';
import { warmAccounts } from '../domains/settlement/public.server.ts';
import { formatFenPlain } from '../kit/define/fen.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { at, type Life, type Step } from './life.ts';
import { approvers } from './staff.ts';
import { correctUnits, holdBack } from './unit-corrections.ts';
import { actorOf } from './units.ts';
import { uploadAs } from './upload.ts';

const transfers = '/admin/platform/transfer_accounts';
const password = demoPassword;

interface Bank {
  area: string;
  actor: Actor;
  /** Login name of the second person. */
  second: string;
}

/** Enters an account with a second person; the platform has reviewed it unless it is left to look at. */
async function openAccount(
  { area, actor, second }: Bank,
  bank: { bankName: string; accountNo: string },
  review?: Actor,
) {
  const page = `/admin/${area}/bank_account`;
  const { id } = await actor.call(page, 'create', { ...bank, branchNo: '102100099996' });
  await actor.call(page, 'submit', { id, password, witness: { account: second, password } });
  await review?.call('/admin/platform/bank_account', 'approve', { id });
  return id;
}

/** The caterer divides its part with a partner and a supplier, from the second day of the demo on. */
async function openSubAccounts(services: Services): Promise<void> {
  const page = '/admin/contractor/contractor_sub_account';
  const caterer = await actorOf(services, 'contractor');
  const from = addDays(dateAt(services.clock.now()), 1);
  const open = async (values: Record<string, unknown>, ratio: number) => {
    const { id } = await caterer.call(page, 'create', values);
    await caterer.call(page, 'setRatio', { id, ratio, fromDate: from });
    return id;
  };
  await open(
    { name: '城东项目合伙人', kind: 'PARTNER', bankName: '中国银行城东支行', accountNo: '6216601234567890' },
    1_500,
  );
  const second = await open(
    { name: '粮油供应专户', kind: 'BANK', bankName: '中国建设银行高新支行', accountNo: '6227009876543210' },
    2_000,
  );
  await caterer.call(page, 'setRatio', { id: second, ratio: 2_500, fromDate: addDays(from, 70) });
}

/** An account for each unit on its first day, so that it has cooled down when money is asked for. */
export async function openAccounts(services: Services, lives: readonly Life[]): Promise<void> {
  const platform = await actorOf(services, 'platform');
  for (const { plan, actor } of lives) {
    const bank = plan.kind === 'SCHOOL' ? '中国建设银行青禾支行' : '招商银行科技园支行';
    const accountNo = plan.kind === 'SCHOOL' ? '6227001234567890128' : '6214831234567897';
    const second = approvers[plan.loginName];
    await openAccount({ area: 'organization', actor, second }, { bankName: bank, accountNo }, platform);
  }
  await openSubAccounts(services);
  const contractor = { area: 'contractor', actor: await actorOf(services, 'contractor'), second: seconds.contractor };
  await openAccount(contractor, { bankName: '中国工商银行城东支行', accountNo: '6222021234567890123' }, platform);
}

/** What may be taken out by the unit, by the sentence of its list. */
async function freeFen(services: Services, unitType: string, unitId: number): Promise<number> {
  const { rows } = await services.pool.query<{ fen: number }>(
    `select coalesce(sum(balance_fen) filter (where purse = 'AVAILABLE'), 0)
       + least(0, coalesce(sum(balance_fen) filter (where purse = 'PENDING'), 0)) as fen
     from unit_wallet where unit_type = $1 and unit_id = $2`,
    [unitType, unitId],
  );
  return Number(rows[0]!.fen);
}

async function ask(services: Services, area: string, actor: Actor, unitId: number, parts: readonly number[]) {
  const type = area === 'contractor' ? 'CONTRACTOR' : 'ORGANIZATION';
  const free = await freeFen(services, type, unitId);
  const { rows } = await actor.call<{ rows: { id: number }[] }>(`/admin/${area}/bank_account`, 'query', {
    search: { status: ['ACTIVE'] },
  });
  const asked: number[] = [];
  for (const part of parts) {
    const amountFen = Math.floor(free * part);
    if (amountFen < 100 || rows.length === 0) continue;
    const { id } = await actor.call(`/admin/${area}/withdrawal`, 'create', { amountFen, bankAccountId: rows[0]!.id });
    asked.push(id);
  }
  return asked;
}

/** What the bank's program gave back: one transfer done, and a line of somebody else's. */
async function readResult(cashier: Actor, withdrawalId: number): Promise<void> {
  const page = `${transfers}/result`;
  const ctx = cashier.ctx(page);
  const sent = await ctx.db
    .selectFrom('unit_transfer')
    .select(['transfer_no', 'amount_fen'])
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
  const table = `附言,金额,结果,银行流水号\r\n${sent.transfer_no},${formatFenPlain(sent.amount_fen)},交易成功,B${withdrawalId}\r\n代发工资,100.00,交易成功,B1\r\n`;
  const file = { name: '网银批量转账结果.csv', purpose: 'import', content: Buffer.from(table) } as const;
  const witness = { account: seconds.platform, password };
  await cashier.call(page, 'create', { table: await uploadAs(ctx, file), witness });
}

/** The caterer's: one paid, one the bank refused, one it sent back later, one rejected, one looked at by one; what the units ask for waits. */
async function takeOut(lives: readonly Life[]): Promise<void> {
  const { services } = lives[0]!;
  await warmAccounts(services);
  const platform = await actorOf(services, 'platform');
  const second = await actorOf(services, seconds.platform);
  const cashier = await actorOf(services, seconds.cashier);
  const contractor = await actorOf(services, 'contractor');
  const contractorId = contractor.ctx('/admin/contractor/withdrawal').session.unitId!;
  const ids = await ask(services, 'contractor', contractor, contractorId, [0.3, 0.2, 0.15, 0.1, 0.05, 0.04]);
  const [paid, failed, looked, , bounced, rejected] = ids;
  for (const id of [paid, failed, looked, bounced])
    if (id !== undefined) await platform.call(transfers, 'check', { id });
  if (rejected !== undefined)
    await platform.call(transfers, 'reject', { id: rejected, reason: '与上一笔用途相同，请合并申请' });
  const paying = [paid, failed, bounced].filter((id): id is number => id !== undefined);
  for (const id of paying) await second.call(transfers, 'approve', { id });
  if (paying.length > 0) await cashier.call(transfers, 'payout', { ids: paying, format: 'CSV_GB', sure: true });
  if (paid !== undefined) await readResult(cashier, paid);
  const witness = { account: seconds.platform, password };
  if (failed !== undefined) await cashier.call(transfers, 'fail', { id: failed, reason: '收款账户状态异常', witness });
  if (bounced !== undefined) {
    await cashier.call(transfers, 'paid', { id: bounced, bankFlowNo: `B${bounced}`, proof: null });
    await cashier.call(transfers, 'bounce', {
      id: bounced,
      returnNo: `T${bounced}`,
      reason: '收款行退回：账号已变更',
      witness,
    });
  }
  if (looked !== undefined) await second.call(transfers, 'approve', { id: looked });
  for (const { actor, organizationId } of lives) {
    const [kept, dropped] = await ask(services, 'organization', actor, organizationId, [0.4, 0.2]);
    if (kept !== undefined) await platform.call(transfers, 'check', { id: kept });
    if (dropped !== undefined) await actor.call('/admin/organization/withdrawal', 'cancel', { id: dropped });
  }
  await openAccount(
    { area: 'contractor', actor: contractor, second: seconds.contractor },
    { bankName: '中国农业银行高新支行', accountNo: '6228481234567890111' },
  );
  await correctUnits(lives[0]!, platform, second);
  await holdBack(platform, contractorId, await freeFen(services, 'CONTRACTOR', contractorId));
}

/** On the morning after the statements were settled. */
export const withdrawals = (lives: readonly Life[], day: string): Step => ({
  when: at(day, 10 * 60 + 30),
  play: () => takeOut(lives),
});
