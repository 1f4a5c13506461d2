/** 账户对账: the sheets agree with each other, whatever they are narrowed to. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from './testing.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/account_statement#query']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Sheet {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}
const sheet = async (page: string, search: Record<string, unknown>): Promise<Sheet> => {
  const answer = await bench.call<Sheet>(page, 'query', { size: 100, search });
  expect([page, answer.errormsg]).toEqual([page, undefined]);
  return answer;
};

test('a department above others means all of them', async () => {
  const { rows } = await bench.app.services.pool.query<{ id: number; n: number; fen: number }>(
    `select d.id, count(distinct p.id)::int as n, coalesce(sum(w.balance_fen), 0)::bigint as fen from department d
       join department c on c.organization_id = d.organization_id and (c.id = d.id or d.id = any(c.above))
       join person p on p.organization_id = c.organization_id and p.department_id = c.id
       left join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind <> 'COUNT'
      where d.organization_id = $1 and cardinality(d.above) = 0 and c.id <> d.id group by d.id order by n desc limit 1`,
    [bench.organizationId],
  );
  const top = rows[0]!;
  expect(top.n).toBeGreaterThan(0);
  const balances = await sheet('account_balance', { departmentId: top.id });
  expect(balances.total).toBe(top.n);
  expect(balances.sums.totalFen).toBe(top.fen);
  expect((await sheet('account_statement', { departmentId: top.id })).sums.closingFen).toBe(top.fen);
});

test('the statement takes one person, several, or an empty choice', async () => {
  const people = [await bench.person({ cash: 1_500 }), await bench.person({ cash: 700 })];
  const closing = async (personId: unknown) => (await sheet('account_statement', { personId })).sums.closingFen!;
  expect(await closing(people[0])).toBe(1_500);
  expect(await closing(people)).toBe(2_200);
  const all = await closing(null);
  for (const nobody of ['', [], [null]]) expect(await closing(nobody)).toBe(all);
});
