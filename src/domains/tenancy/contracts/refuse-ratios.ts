/** What platform and organization take of a contract's day is no more than the day. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { tenancyRefusals } from '../refusals.ts';

const whole = 10_000;
const percent = (ratio: number) => `${(ratio / 100).toFixed(2)}%`;

const over = (shareRatio: number, feeRate: number, field: 'shareRatio' | 'feeRate'): Refusal | undefined =>
  shareRatio + feeRate <= whole
    ? undefined
    : refuse(
        tenancyRefusals.RATIO_OVER,
        { share: percent(shareRatio), fee: percent(feeRate) },
        { [field]: `最多 ${percent(whole - (field === 'feeRate' ? shareRatio : feeRate))}` },
      );

/** RATIO_OVER where the organization's share leaves the platform less than its rate of this contractor. */
export async function refuseShare(ctx: Ctx, contractorId: number, shareRatio: number): Promise<Refusal | undefined> {
  const { rows } = await sql<{
    rate: number;
  }>`select /* wall: one number of the partner that is named */ fee_rate as rate from contractor where id = ${contractorId}`.execute(
    ctx.db,
  );
  return over(shareRatio, rows[0]?.rate ?? 0, 'shareRatio');
}

/** The same for a rate that is changed, by the contract in force that leaves least. */
export async function refuseRate(ctx: Ctx, contractorId: number, feeRate: number): Promise<Refusal | undefined> {
  const { most } = await ctx.db
    .selectFrom('contract_site')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('share_ratio'), eb.lit(0)).as('most'))
    .where('contractor_id', '=', contractorId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow();
  return over(most, feeRate, 'feeRate');
}
