/** 脱机消费. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { conflictOf } from '../offline/conflict-sql.ts';
import { settleRecords, turnRecords } from '../offline/settle.ts';
import offline from './offline-consume.page.ts';

export default bind(offline, {
  list: {
    from: (db) =>
      db
        .selectFrom('offline_trade as o')
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .leftJoin('device as d', 'd.id', 'o.device_id'),
    id: 'o.id',
    columns: {
      deviceId: 'o.device_id',
      deviceSeq: sql`o.epoch::text || '-' || o.seq::text`,
      personName: sql`coalesce(p.name, '未知')`,
      jobNumber: 'p.job_number',
      cardNo: 'o.card_no',
      mode: 'o.mode',
      amountFen: 'o.amount_fen',
      occurredAt: 'o.occurred_at',
      uploadedAt: 'o.received_at',
      conflict: conflictOf('o.reason_code'),
      reason: 'o.reason',
      attempts: 'o.attempts',
      status: 'o.state',
      chargedFen: 'o.charged_fen',
      tradeNo: sql`coalesce(o.trade_id::text, '')`,
      handlerName: 'o.settled_name',
      handledAt: 'o.settled_at',
      note: 'o.note',
    },
    names: { deviceId: 'd.name' },
  },
  outsideTransaction: ['post', 'overdraft'],
  actions: {
    post: settleRecords('post'),
    overdraft: settleRecords('overdraft'),
    void: turnRecords('void'),
    restore: turnRecords('restore'),
  },
});
