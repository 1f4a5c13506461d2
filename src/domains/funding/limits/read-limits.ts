/** 余额限制 as its page shows it: a row per person type, set or not. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { defaultRefundAloneFen } from '../settings.ts';
import { defaultMaxBalanceFen } from './limits.ts';
import { lowByType } from './low-balance.ts';

export interface TypeLimit {
  typeId: number;
  typeName: string;
  minBalanceFen: number | null;
  overdraftFen: number;
  maxBalanceFen: number;
  lowAlertFen: number | null;
  /** People in use at or below the reminder. */
  lowCount: number;
}

export interface Limits {
  version: number;
  refundAloneFen: number;
  limits: TypeLimit[];
}

/** The organization's figures now. */
export async function readLimits(ctx: Ctx): Promise<Limits> {
  const [setting, types, low] = await Promise.all([
    ctx.db.selectFrom('funding_setting').select(['refund_alone_fen', 'version']).executeTakeFirst(),
    ctx.db
      .selectFrom('person_type as t')
      .leftJoin('balance_limit as l', (on) =>
        on.onRef('l.organization_id', '=', 't.organization_id').onRef('l.type_id', '=', 't.id'),
      )
      .select([
        't.id as typeId',
        't.name as typeName',
        'l.min_balance_fen as minBalanceFen',
        sql<number>`case when t.allow_overdraft then t.overdraft_limit_fen else 0 end`.as('overdraftFen'),
        sql<number>`coalesce(l.max_balance_fen, ${defaultMaxBalanceFen})::bigint`.as('maxBalanceFen'),
        'l.low_alert_fen as lowAlertFen',
      ])
      .orderBy('t.id')
      .execute(),
    lowByType(ctx),
  ]);
  return {
    version: setting?.version ?? 0,
    refundAloneFen: setting?.refund_alone_fen ?? defaultRefundAloneFen,
    limits: types.map((type) => ({ ...type, lowCount: low.get(type.typeId) ?? 0 })),
  };
}
