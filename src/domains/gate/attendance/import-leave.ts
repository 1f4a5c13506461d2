/** 请假导入: one request per row, by job number; each waits for its decision like one that was typed. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { peopleByNumber } from '../../people/public.server.ts';
import { ask } from './ask.ts';
import type { Half, RequestKind } from './attendance-words.ts';

interface RowOf {
  jobNumber: string;
  kind: RequestKind;
  fromDate: string;
  toDate?: string | null;
  half?: Half | null;
  reason: string;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;
const lastOf = ({ fromDate, toDate }: RowOf) => toDate ?? fromDate;

/** What is wrong with the rows, by field; leave somebody has on those days already is not asked for again. */
async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const found = await peopleByNumber(
    ctx.db,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  const { rows: taken } = await sqlOf(ctx.db).query<{ personId: number; from: string; to: string }>(
    `select person_id as "personId", from_date::text as "from", to_date::text as "to" from attendance_request
     where organization_id = $1 and person_id = any($2::bigint[]) and punch_at is null and status in ('ASKED', 'APPROVED')`,
    [ownOrganization(ctx), [...found.values()].map(({ id }) => id)],
  );
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const values = valuesOf(row);
    const person = found.get(values.jobNumber);
    const last = lastOf(values);
    if (!values.jobNumber) errors.set(row.rowNo, { jobNumber: '不能为空' });
    else if (!person) errors.set(row.rowNo, { jobNumber: `「${values.jobNumber}」没有对应的人员` });
    else if (values.kind === 'PUNCH_IN' || values.kind === 'PUNCH_OUT')
      errors.set(row.rowNo, { kind: '补签请逐条申请，不能导入' });
    else if (!values.fromDate) errors.set(row.rowNo, { fromDate: '请填写开始日期' });
    else if (last < values.fromDate) errors.set(row.rowNo, { toDate: '不能早于开始日期' });
    else if (taken.some(({ personId, from, to }) => personId === person.id && from <= last && to >= values.fromDate))
      errors.set(row.rowNo, { fromDate: '这几天已有请假' });
    else taken.push({ personId: person.id, from: values.fromDate, to: last });
  }
  return errors;
}

/** In the transaction of the import. */
async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  const found = await peopleByNumber(
    ctx.db,
    rows.map((row) => valuesOf(row).jobNumber),
  );
  // Two who import the same sheet wait for each other; what the first asked for the second does not ask again.
  await sqlOf(ctx.db).query(
    'select 1 from person where organization_id = $1 and id = any($2::bigint[]) order by id for no key update',
    [ownOrganization(ctx), [...found.values()].map(({ id }) => id)],
  );
  const errors = await check(ctx, rows);
  for (const row of rows) {
    const { jobNumber, kind, fromDate, toDate = null, half, reason } = valuesOf(row);
    const person = found.get(jobNumber);
    const wrong = errors.get(row.rowNo);
    if (!person) refused.set(row.rowNo, `工号「${jobNumber}」没有对应的人员`);
    else if (wrong) refused.set(row.rowNo, Object.values(wrong)[0]!);
    else {
      const asked = { personId: person.id, kind, fromDate, toDate, half: half ?? 'ALL', punchAt: null, reason };
      const done = await ask(ctx, asked);
      if (isRefusal(done)) refused.set(row.rowNo, refusalMessage(done));
    }
  }
  return refused;
}

export const leaveImport: ImportBinding = { check, commit };
