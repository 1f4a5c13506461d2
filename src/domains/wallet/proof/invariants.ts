/** Runs the invariants I1–I13 over the ledger, with those of domains above, and answers the breaks. */
import { readFile } from 'node:fs/promises';

export interface Break {
  /** `I1` … `I13`, as numbered in the money design, or a rule of a domain above. */
  rule: string;
  organizationId: number;
  /** What it is about, e.g. `wallet 1000123`. */
  subject: string;
  found: string;
}

interface Queryable {
  query<R extends object>(text: string, values: unknown[]): Promise<{ rows: R[] }>;
}

/** What each rule promises, for the page that shows the last run. */
export const invariantNames: Readonly<Record<string, string>> = {
  I1: '每笔分录借贷平衡',
  I2: '账户余额等于流水合计',
  I3: '账户版本等于流水笔数',
  I4: '余额不低于下限',
  I5: '每个请求编号只入账一次',
  I6: '账户余额链连续',
  I7: '退款不超过原金额',
  I8: '消费次数与交易一致',
  I9: '汇总与明细一致',
  I10: '日封存链完整',
  I11: '冻结金额与冻结记录一致',
  I12: '月结后不再入账',
  I13: '补贴：发放 = 使用 + 清零 + 退回 + 剩余',
};

/** The statement of one rule: its code, organization, subject and finding per break; $1 is the organization, 0 for all. */
export interface LedgerRule {
  code: string;
  sql: string;
}

/** The file's parts: what they share, and one branch per finding, which starts with its rule's code. */
async function readRules(): Promise<LedgerRule[]> {
  const file = await readFile(new URL('./invariants.sql', import.meta.url), 'utf8');
  const start = file.indexOf("\nselect 'I");
  const shared = file.slice(0, start);
  const branches = file.slice(start).split(/\nunion all\n/);
  const byRule = Map.groupBy(branches, (branch) => /^\s*select '(I\d+)'/.exec(branch)?.[1] ?? '');
  if (byRule.has('')) throw new Error('a branch of invariants.sql names no rule');
  return [...byRule]
    .map(([code, branches]) => ({
      code,
      sql: `${shared}
        select * from (${branches.join('\nunion all\n')}) as b (rule, organization_id, subject, found) order by 1, 2, 3`,
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

let own: Promise<LedgerRule[]> | undefined;

/**
 * All breaks of one organization, or of all (0), rule by rule. Reads only. Give it a client inside a repeatable read
 * transaction when postings go on meanwhile. @throws naming the rule that took longer than the connection allows.
 */
export async function checkInvariants(
  db: Queryable,
  organizationId = 0,
  more: readonly LedgerRule[] = [],
): Promise<Break[]> {
  own ??= readRules();
  const breaks: Break[] = [];
  for (const { code, sql } of [...(await own), ...more]) {
    const { rows } = await db
      .query<{ rule: string; organization_id: number; subject: string; found: string }>(sql, [organizationId])
      .catch((error: Error) => {
        throw new Error(`rule ${code}: ${error.message}`, { cause: error });
      });
    for (const row of rows)
      breaks.push({ rule: row.rule, organizationId: row.organization_id, subject: row.subject, found: row.found });
  }
  return breaks;
}
