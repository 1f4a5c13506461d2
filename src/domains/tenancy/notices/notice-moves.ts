/** 发布 and 撤回: whom it is told is decided on the day it is published. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { tenancyRefusals } from '../refusals.ts';
import type { ContractorNoticeRow } from '../tables.ts';
import { noticeFlow } from './notice-states.ts';

/** The units it is for: those chosen, or all it serves today. */
async function tell(ctx: Ctx, notice: ContractorNoticeRow): Promise<Refusal | null> {
  const { rowCount } = await sqlOf(ctx.db).query(
    `insert into contractor_notice_unit (organization_id, notice_id, contractor_id, told_at)
     select distinct s.organization_id, $2::bigint, $1::bigint, $3::timestamptz from contract_site s
     where s.contractor_id = $1 and s.status = 'ACTIVE' and (cardinality($4::bigint[]) = 0 or s.organization_id = any($4::bigint[]))
     on conflict do nothing`,
    [notice.contractor_id, notice.id, isoAt(ctx.clock.now()), notice.organization_ids],
  );
  return rowCount ? null : refuse(tenancyRefusals.NOTICE_TO_NOBODY, { title: notice.title });
}

export const noticeMoves = moves(noticeFlow, {
  table: 'contractor_notice',
  name: (notice) => notice.title,
  stamped: true,
  check: {
    publish: (ctx, notice) =>
      notice.expire_on !== null && notice.expire_on < dateAt(ctx.clock.now())
        ? refuse('NOT_NOW', { why: `「${notice.title}」的有效期已过，请修改后再发布` })
        : undefined,
  },
  write: { publish: (ctx) => ({ publish_at: isoAt(ctx.clock.now()) }) },
  after: { publish: tell },
});

/** 阅读, by somebody of a unit it was told: what it says, and that he has read it; once a person. */
export async function readNotice(ctx: Ctx, { rows }: ActionInput): Promise<Show | Refusal> {
  const row = rows[0]!;
  const tx = sqlOf(ctx.db);
  const at = isoAt(ctx.clock.now());
  const { accountId, name, unitId } = ctx.session;
  const { rowCount } = await tx.query(
    `insert into contractor_notice_read (organization_id, notice_id, account_id, contractor_id, reader_name, read_at)
     select u.organization_id, u.notice_id, $3, u.contractor_id, $4, $5 from contractor_notice_unit u
     where u.organization_id = $1 and u.notice_id = $2 on conflict do nothing`,
    [unitId, row.id, accountId, name, at],
  );
  if (rowCount)
    await tx.query(
      `update contractor_notice_unit set readers = readers + 1, first_read_at = coalesce(first_read_at, $3)
       where organization_id = $1 and notice_id = $2`,
      [unitId, row.id, at],
    );
  return {
    receipt: {
      title: String(row.title),
      lines: [
        ['来自', String(row.contractorName)],
        ['发布时间', String(row.publishAt).slice(0, 16).replace('T', ' ')],
      ],
      footer: String(row.content),
    },
  };
}
