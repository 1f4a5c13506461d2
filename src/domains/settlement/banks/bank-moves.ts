/** What is done with bank accounts, and what keeps one from being paid to. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settlementRefusals } from '../refusals.ts';
import type { UnitBankAccountRow } from '../tables.ts';
import { bankFlow, coolingHours } from './bank-states.ts';
import { tellChange } from './tell-change.ts';

/** A fresh password: whoever finds a signed-in screen does not change where money goes. */
async function refusePassword(ctx: Ctx, values: ActionInput['values']): Promise<Refusal | undefined> {
  const proven = await ctx.services.witnessDoor.prove(ctx, {
    account: ctx.session.account,
    password: String(values.password),
    code: null,
  });
  return isRefusal(proven) ? refuse(settlementRefusals.BANK_PASSWORD, {}, { password: '登录密码不正确' }) : undefined;
}

/** The platform reviews; the unit's own people do not. */
const refuseOwn = (ctx: Ctx, _account: UnitBankAccountRow): Refusal | undefined =>
  ctx.session.unitType === 'PLATFORM' || ctx.session.unitType === null
    ? undefined
    : refuse('NOT_NOW', { why: '收款账户由平台审核' });

export const bankMoves = moves(bankFlow, {
  table: 'unit_bank_account',
  name: (account) => `${account.bank_name} 尾号 ${account.account_no.slice(-4)}`,
  stamped: true,
  check: { approve: refuseOwn, reject: refuseOwn },
  after: {
    submit: (ctx, account) => tellChange(ctx, account, '已提交平台审核'),
    approve: (ctx, account) => tellChange(ctx, account, `已通过审核，${coolingHours} 小时后可收款`),
    retire: (ctx, account) => tellChange(ctx, account, '已停用'),
  },
  write: {
    submit: (ctx) => ({ seconder_name: ctx.witness?.name ?? '' }),
    approve: (ctx) => ({ cooling_until: isoAt(ctx.clock.now() + coolingHours * 3_600_000) }),
  },
});

/** 提交审核: the password is proven before the command begins, so that a wrong try counts. */
export async function submitAccount(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const wrong = await refusePassword(ctx, input.values);
  return wrong ?? ((await runCommand(ctx, (inner) => bankMoves.submit(inner, input))) as Done | Refusal);
}

/** COOLING → ACTIVE where the time is over. */
export async function warmAccounts({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  const now = isoAt(clock.now());
  await pool.query(
    `update /* wall: the house, for all units */ unit_bank_account set status = 'ACTIVE', version = version + 1, updated_at = $1
     where status = 'COOLING' and cooling_until <= $1`,
    [now],
  );
}

/** Why nothing is paid to the account now. */
export function refuseAccount(account: UnitBankAccountRow, nowMs: number): Refusal | undefined {
  const refuseTo = (why: string) =>
    refuse(
      settlementRefusals.WITHDRAW_TO,
      { account: `尾号 ${account.account_no.slice(-4)}`, why },
      { bankAccountId: why },
    );
  if (account.status === 'ACTIVE') return undefined;
  if (account.status !== 'COOLING') return refuseTo(bankFlow.labelOf(account.status));
  const until = Date.parse(account.cooling_until!);
  if (until <= nowMs) return undefined;
  const hours = Math.ceil((until - nowMs) / 3_600_000);
  return refuseTo(`在冷静期内，还剩 ${hours} 小时`);
}
