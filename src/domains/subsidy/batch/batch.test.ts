/** States of a batch by flow, and the decision about every line, without a database. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inMoney } from '../units.ts';
import { type BatchStatus, batchFlow, batchStatuses } from './batch-states.ts';
import { candidatesOf, candidatesOfReturnSheet, candidatesOfSheet, type OpenLot } from './find-candidates.ts';
import { type BatchPerson, type Candidate, type JudgeFacts, judgeLines, leftReason } from './judge.ts';
import type { GivenRow } from './sheet.ts';

/** Moves each state takes; whatever is not named is refused. */
const table: Record<BatchStatus, readonly string[]> = {
  DRAFT: ['check', 'void'],
  CHECKED: ['recheck', 'submit', 'void'],
  SUBMITTED: ['approve', 'reject', 'void'],
  APPROVED: ['start', 'void'],
  GRANTING: ['stop', 'finish', 'fail'],
  GRANTED: ['expire'],
  PART_FAILED: ['retry', 'expire'],
  EXPIRED: [],
  VOID: [],
};
const events = Object.keys(batchFlow.moves) as (keyof typeof batchFlow.moves)[];

describe('states', () => {
  it.each(batchStatuses.map((s) => s.value))('%s takes exactly its moves', (status) => {
    expect(events.filter((event) => batchFlow.may(event, status))).toEqual(
      events.filter((event) => table[status].includes(event)),
    );
  });
});

const person = (id: number, more: Partial<BatchPerson> = {}): BatchPerson => ({
  id,
  jobNumber: `A${id}`,
  name: `人${id}`,
  departmentId: 1,
  typeId: 11,
  status: 'NORMAL',
  validEnd: null,
  subsidized: true,
  ...more,
});
const line = (lineNo: number, who: BatchPerson | undefined, more: Partial<Candidate> = {}): Candidate => ({
  lineNo,
  jobNumber: who?.jobNumber ?? 'X',
  name: who?.name ?? '',
  person: who,
  amountFen: 100,
  units: null,
  ...more,
});
const facts: JudgeFacts = { kind: 'GRANT', unit: inMoney, day: '2026-11-20', given: new Map([[8, 'BT1']]) };

describe('lines', () => {
  it.each([
    ['posted', line(1, person(1)), 'GOOD', ''],
    ['unknown', line(1, undefined), 'UNKNOWN', '没有工号为「X」的人员'],
    ['closed', line(1, person(1, { status: 'CLOSED' })), 'LEFT', '已销户'],
    ['closing', line(1, person(1, { status: 'CLOSING' })), 'LEFT', '正在销户'],
    ['past the last day', line(1, person(1, { validEnd: '2026-11-19' })), 'LEFT', '有效期至 2026-11-19，已到期'],
    ['on the last day', line(1, person(1, { validEnd: '2026-11-20' })), 'GOOD', ''],
    ['another name', line(1, person(1), { name: '别人' }), 'BAD', '姓名不符：系统中为「人1」'],
    ['no subsidy account', line(1, person(1, { subsidized: false })), 'BAD', '所属人员类别没有开通补贴账户'],
    ['this period already', line(1, person(8)), 'DUPLICATE', '本期已在批次 BT1 中'],
    ['nothing', line(1, person(1), { amountFen: 0 }), 'BAD', '金额必须大于 0'],
    [
      'a slip of the hand',
      line(1, person(1), { amountFen: 1_000_001 }),
      'BAD',
      '每人一次最多 10,000.00 元，此行 10,000.01 元',
    ],
    ['unreadable', line(1, person(1), { wrong: '金额不正确' }), 'BAD', '金额不正确'],
  ])('%s', (_, candidate, verdict, reason) => {
    expect(judgeLines([candidate], facts)[0]).toMatchObject({ verdict, reason });
  });

  it('name the first row of a repeated person, and who is missing', () => {
    const judged = judgeLines([line(2, person(1)), line(5, person(1)), line(6, person(2))], {
      ...facts,
      expected: [person(1), person(2), person(3), person(4, { status: 'CLOSED' })],
    });
    expect(judged.map((one) => [one.lineNo, one.person?.id, one.verdict, one.reason])).toEqual([
      [2, 1, 'GOOD', ''],
      [5, 1, 'DUPLICATE', '与第 2 行重复'],
      [6, 2, 'GOOD', ''],
      [7, 3, 'MISSING', '在发放范围内，但表格中没有'],
    ]);
  });

  it('a return takes from those who left, and a lot only once', () => {
    const gone = person(1, { status: 'CLOSED' });
    const judged = judgeLines(
      [line(1, gone, { walletId: 5 }), line(1, gone, { walletId: 6 }), line(2, gone, { walletId: 5 })],
      { ...facts, kind: 'RETURN' },
    );
    expect(judged.map((one) => one.verdict)).toEqual(['GOOD', 'GOOD', 'DUPLICATE']);
    expect(leftReason(person(1), '2026-11-20')).toBeUndefined();
  });

  it('every row gets one verdict, a person is posted at most once, and the total is that of the posted', () => {
    const status = fc.constantFrom('NORMAL', 'SUSPENDED', 'CLOSING', 'CLOSED');
    const row = fc.record({ id: fc.nat(6), status, fen: fc.nat(500) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const people = new Map(rows.map((one) => [one.id, person(one.id, { status: one.status })]));
        const judged = judgeLines(
          rows.map((one, i) => line(i + 2, one.id === 0 ? undefined : people.get(one.id), { amountFen: one.fen })),
          facts,
        );
        expect(judged).toHaveLength(rows.length);
        const good = judged.filter((one) => one.verdict === 'GOOD').map((one) => one.person!.id);
        expect(new Set(good).size).toBe(good.length);
        expect(judged.filter((one) => one.verdict !== 'GOOD').every((one) => one.reason !== '')).toBe(true);
      }),
    );
  });
});

describe('spreadsheets', () => {
  const row = (lineNo: number, jobNumber: string, more: Partial<GivenRow> = {}): GivenRow => ({
    lineNo,
    jobNumber,
    name: '',
    amountFen: null,
    units: null,
    ...more,
  });
  const people = new Map([['A1', person(1)]]);
  const rule = {
    id: 1,
    name: '出勤',
    amounts: new Map([[11, 1_000]]),
    cycle: 'MONTH',
    dayOfCycle: 1,
    basis: 'ATTENDANCE',
    maxUnits: null,
    clearAt: 'MONTH',
    validDays: null,
    carryOver: 'CLEAR',
    carryMaxFen: 0,
    debitOrder: 5,
  } as const;

  it('their own amount counts before the rule’s, the rule’s before the batch’s', () => {
    const of = (one: GivenRow, r: typeof rule | undefined, fen: number | null) =>
      candidatesOfSheet([one], people, r, fen)[0];
    expect(of(row(2, 'A1', { amountFen: 5, units: 3 }), rule, 9)).toMatchObject({ amountFen: 5 });
    expect(of(row(2, 'A1', { units: 3 }), rule, null)).toMatchObject({ amountFen: 3_000, units: 3 });
    expect(of(row(2, 'A1'), undefined, 9)).toMatchObject({ amountFen: 9 });
    expect(of(row(2, 'A1'), rule, null)).toMatchObject({ wrong: '缺少出勤天数' });
    expect(candidatesOf([person(1), person(2, { typeId: 99 })], { ...rule, basis: 'FIXED' }, null)).toMatchObject([
      { amountFen: 1_000 },
      { wrong: '人员类别不在规则范围内' },
    ]);
  });

  it('returns are spread over a person’s lots, never beyond what they hold', () => {
    const lots: OpenLot[] = [
      { walletId: 5, availableFen: 300, person: person(1) },
      { walletId: 6, availableFen: 200, person: person(1) },
    ];
    const of = (amountFen: number | null) =>
      candidatesOfReturnSheet([row(2, 'A1', { amountFen })], people, lots, inMoney);
    expect(of(400).map((one) => [one.walletId, one.amountFen])).toEqual([
      [5, 300],
      [6, 100],
    ]);
    expect(of(null).map((one) => one.amountFen)).toEqual([300, 200]);
    expect(of(501)[0]).toMatchObject({ wrong: '补贴余额 5.00 元，不足退回 5.01 元' });
    expect(candidatesOfReturnSheet([row(2, 'A1')], people, [], inMoney)[0]).toMatchObject({ wrong: '没有可退的补贴' });
  });
});
