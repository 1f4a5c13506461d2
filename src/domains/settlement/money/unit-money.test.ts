/** What holds up money that is earned: a day stands beside what agrees by itself, and beside nothing else. */
import { expect, test } from 'vitest';
import { blockedBy } from './unit-money.ts';

const statement = (status: string, mineDone = false) => ({
  id: 1,
  statement_no: 'JS1',
  status,
  from_date: '2026-11-27',
  to_date: '2026-11-27',
  confirm_by: '2026-11-29T10:26:00+08:00',
  claim_due_on: null,
  ownFen: 100,
  owedFen: 0,
  mineDone,
});

test('each statement by its cause, then what no statement has yet', () => {
  const open = [statement('GENERATED'), statement('GENERATED', true), statement('DISPUTED'), statement('CONFIRMED')];
  expect(blockedBy(open, 950, 'contractor').map(({ cause, fen, day }) => [cause, fen, day])).toEqual([
    ['等本方确认', 100, '2026-11-29'],
    ['等双方确认', 100, '2026-11-29'],
    ['有异议', 100, null],
    ['等平台结算', 100, null],
    ['周期还没有结束', 550, null],
  ]);
  expect(blockedBy([], -30, 'contractor').map(({ cause, fen }) => [cause, fen])).toEqual([
    ['纠错冲回，待后续结算单抵扣', -30],
  ]);
});
