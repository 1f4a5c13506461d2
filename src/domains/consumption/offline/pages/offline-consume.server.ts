/** 脱机消费. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { businessDayOf, withinBusinessDays } from '../../../wallet/public.server.ts';
import { conflictOf } from '../conflict-sql.ts';
import { settleOutcome } from '../outcome.ts';
import { settleRecords, turnRecords } from '../settle.ts';
import { takeBackRecord } from '../take-back.ts';
import offline from './offline-consume.page.ts';

export default bind(offline, {
  list: over(
    offline,
    'offline_trade as o',
    {
      // Only what could not be posted as it came, and it begins with what still waits.
      few: true,
      columns: {
        deviceSeq: sql`o.epoch::text || '-' || o.seq::text`,
        personName: sql`coalesce(p.name, '未知')`,
        jobNumber: 'p.job_number',
        businessDate: businessDayOf(sql`o.occurred_at`),
        uploadedAt: 'o.received_at',
        conflict: conflictOf('o.reason_code'),
        status: 'o.state',
        tradeNo: sql`coalesce(o.trade_id::text, '')`,
        handlerName: 'o.settled_name',
        handledAt: 'o.settled_at',
      },
      where: { businessDate: (days) => withinBusinessDays(sql`o.occurred_at`, days) },
    },
    (from) =>
      from.leftJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
      ),
  ),
  outsideTransaction: ['post', 'overdraft', 'takeBack'],
  outcomes: { post: settleOutcome('post'), overdraft: settleOutcome('overdraft') },
  actions: {
    post: settleRecords('post'),
    overdraft: settleRecords('overdraft'),
    takeBack: takeBackRecord,
    void: turnRecords('void'),
    restore: turnRecords('restore'),
  },
});
