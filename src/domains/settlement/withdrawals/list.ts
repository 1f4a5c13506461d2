/** Withdrawals as lists show them. */
import { sql } from 'kysely';

export const withdrawalColumns = {
  bankAccountId: 'w.bank_account_id',
  payoutNo: sql`(select /* wall: the payout of the row */ p.payout_no from unit_payout p where p.id = w.payout_id)`,
  // The first look is told by its own name; the second has no time before it was.
  checkerName: sql`case when w.status in ('APPLIED', 'AUDITING') then '' else w.checker_name end`,
  checkedAt: sql`case when w.status in ('APPLIED', 'AUDITING') then null else w.checked_at end`,
} as const;

/** The account by its bank, whoever looks. */
export const withdrawalNames = { bankAccountId: sql`w.bank_name || ' 尾号 ' || right(w.account_no, 4)` } as const;
