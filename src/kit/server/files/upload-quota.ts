/** How much an account and a unit may keep stored: a bound on what one careless or hostile hand can fill. */
import type { Sql } from '../db/sql-of.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UploadOwner } from './save-upload.ts';
import { uploadRefusals } from './upload-rules.ts';

const mib = 1024 * 1024;

export interface UploadQuota {
  accountMib: number;
  unitMib: number;
}

interface Room {
  /** Bytes one more file may have. */
  bytes: number;
  refusal: Refusal;
}

/** The narrower of what account and unit have left, with the refusal of a file that needs more. */
export async function quotaRoom(sql: Sql, owner: UploadOwner, quota: UploadQuota): Promise<Room> {
  const { rows } = await sql.query<{ account: number; unit: number }>(
    `select coalesce((select sum(size) from stored_file where account_id = $1), 0)::bigint as account,
            coalesce((select sum(size) from stored_file where unit_type = $2 and unit_id = $3), 0)::bigint as unit`,
    [owner.accountId, owner.unitType, owner.unitId],
  );
  const account = quota.accountMib * mib - rows[0]!.account;
  const unit = quota.unitMib * mib - rows[0]!.unit;
  const [whose, limitMib, bytes] =
    unit < account ? ['本单位', quota.unitMib, unit] : ['本账号', quota.accountMib, account];
  return { bytes, refusal: refuse(uploadRefusals.UPLOAD_QUOTA, { whose, limitMiB: limitMib }) };
}
