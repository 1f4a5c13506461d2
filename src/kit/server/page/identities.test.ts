/** Identities of a report: computed, proven over every row and the totals, put into words; those that cannot fail refused. */
import { expect, test } from 'vitest';
import { int, money, text } from '../../define/field.ts';
import { against, eq, type Identity, same, sum } from '../../define/identity.ts';
import { page } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { type Binding, bind, type Proof } from './binding.ts';
import { identityFaults } from './identity-faults.ts';
import { readProven } from './prove.ts';
import { createRegistry } from './registry.ts';

const fields = {
  shelf: text('书架'),
  count: int('册数', { unit: '册' }),
  fineFen: money('罚金'),
  lateFen: money('逾期'),
  lostFen: money('遗失'),
  backFen: money('退回'),
  netFen: money('净额'),
};
const totals = ['count', 'fineFen', 'lateFen', 'lostFen', 'backFen', 'netFen'] as const;
type Fines = typeof fields;
const reads = {
  count: 'fine_day.count',
  fineFen: 'fine_day.fine_fen',
  lateFen: 'fine_day.late_fen',
  lostFen: 'fine_day.lost_fen',
  backFen: 'fine_day.back_fen',
};

function report(
  path: string,
  identities: readonly Identity[],
  rows: Record<string, unknown>[],
  proof: Proof<Fines>,
  more: Binding<Fines> = {},
) {
  const spec = page({
    path: `/admin/organization/${path}`,
    title: path,
    menu: null,
    fields,
    list: { columns: ['shelf', ...totals], search: ['shelf'], totals },
    report: { identities },
  });
  return bind(spec, { rows: async () => rows.map((row, id) => ({ id: id + 1, ...row })), proof, ...more });
}

const parts = eq('fineFen', ['lateFen', 'lostFen']);
const net = sum('netFen', ['fineFen', '-backFen']);
const rows = [
  { shelf: '甲', count: 900, fineFen: 123_456, lateFen: 123_000, lostFen: 456, backFen: 56 },
  { shelf: '乙', count: 400, fineFen: 700, lateFen: 700, lostFen: 0, backFen: 0 },
];
const scope = { restaurants: 'ALL', departments: 'ALL' };
async function ask(bounds: ReturnType<typeof report>[], search: Record<string, unknown> = {}, over: object = scope) {
  const registry = createRegistry(bounds);
  const [entry] = registry.all;
  // Read within a transaction already: at one moment.
  const ctx = { scope: over, db: { isTransaction: true } } as unknown as Ctx;
  const read = (c: Ctx) => entry!.binding.query!(c, { page: 1, size: 10, sort: null, search });
  return readProven(registry, entry!, ctx, search, read);
}

test('a sum is computed, an equation proven, both in words with thousands', async () => {
  const answer = await ask([report('a', [parts, net], rows, { reads })]);
  expect(answer.rows.map((row) => row.netFen)).toEqual([123_400, 700]);
  expect(answer.sums).toMatchObject({ netFen: 124_100 });
  expect(answer.check).toEqual({
    ok: true,
    text: '罚金 1,241.56 = 逾期 1,237.00 + 遗失 4.56；净额 1,241.00 = 罚金 1,241.56 − 退回 0.56',
  });
  expect(answer).not.toHaveProperty('proof');
});

test('a sum may take in one above it', async () => {
  const { rows: found, sums } = await ask([report('a', [net, sum('count', ['netFen', '-lateFen'])], rows, { reads })]);
  expect(found.map((row) => row.count)).toEqual([400, 0]);
  expect(sums).toMatchObject({ count: 400 });
});

test('two rows that are wrong by as much are not right together', async () => {
  const off = [
    { ...rows[0], lateFen: 123_001 },
    { ...rows[1], lateFen: 699 },
  ];
  const { check } = await ask([report('a', [parts], off, { reads })]);
  expect(check).toEqual({
    ok: false,
    text: '罚金 1,241.56 ≠ 逾期 1,237.00 + 遗失 4.56；2 行两边不相等，如 甲 差 -0.01',
  });
});

test('a row that has no first figure says nothing of the equation', async () => {
  const untold = [...rows, { shelf: '丙', count: 1, fineFen: null, lateFen: 5, lostFen: 6, backFen: 0 }];
  expect((await ask([report('a', [parts], untold, { reads })])).check).toMatchObject({
    ok: true,
    text: '罚金 1,241.56 = 逾期 1,237.00 + 遗失 4.56',
  });
});

test('a total is held against another page under the same search, where that can be searched alike', async () => {
  const other = report('b', [], [{ shelf: '全', count: 1_300, fineFen: 124_155 }], { reads: { fineFen: 'fine.fen' } });
  const own = report('a', [same('fineFen', 'b')], rows, { reads });
  expect((await ask([own, other])).check).toEqual({ ok: false, text: '罚金 1,241.56 ≠ b罚金 1,241.55，差 0.01' });
  expect((await ask([own, other], {}, { ...scope, departments: [1] })).check).toBeNull();
  const held = report('a', [against('fineFen', '收款台')], rows, { held: { 收款台: async () => 124_156 } });
  expect((await ask([held])).check).toEqual({ ok: true, text: '罚金 1,241.56 = 收款台 1,241.56' });
});

test('what cannot fail or was not told is refused when the pages are loaded', () => {
  const faults = (identities: readonly Identity[], proof: Proof<Fines> = { reads }, more?: Binding<Fines>) =>
    identityFaults(report('a', identities, rows, proof, more)).join('\n');
  expect(faults([parts, net])).toBe('');
  expect(
    faults([eq('netFen', ['fineFen', '-backFen'])], {
      reads: { ...reads, netFen: ['fine_day.fine_fen', 'fine_day.back_fen'] },
    }),
  ).toMatch(/「净额」 is read only where 「罚金」、「退回」 are, so that the equation cannot fail/);
  expect(faults([net, eq('netFen', ['fineFen', '-backFen'])])).toMatch(/cannot fail/);
  expect(faults([parts], {})).toMatch(/「罚金」、「逾期」、「遗失」 — say in proof.reads where it is read/);
  expect(faults([eq('fineFen', ['laatFen'])])).toMatch(/laatFen is no field/);
  expect(faults([against('fineFen', '收款台')])).toMatch(/proof.held does not read «收款台»/);
  const copy = report('b', [], rows, { reads: { fineFen: 'fine_day.fine_fen' } });
  expect(() => createRegistry([report('a', [same('fineFen', 'b')], rows, { reads }), copy])).toThrow(/proves nothing/);
  expect(() => createRegistry([report('a', [same('fineFen', 'c')], rows, { reads })])).toThrow(
    /c has no total fineFen/,
  );
});
