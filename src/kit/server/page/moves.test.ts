/** Whose hand moves a document, where a second person signs beside. */
import { expect, test } from 'vitest';
import { flow } from '../../define/flow.ts';
import type { Ctx } from '../context.ts';
import { refuseMove } from './moves.ts';

const close = flow(
  [
    { value: 'OPEN', label: '办理中' },
    { value: 'CLOSED', label: '已结' },
  ],
  { close: { label: '结案', from: ['OPEN'], to: 'CLOSED', witness: { needs: 'vouch' } } },
);
const hands = (accountId: number, witnessId?: number) =>
  ({
    session: { accountId },
    ...(witnessId ? { witness: { accountId: witnessId, account: 'w', name: '见证' } } : {}),
  }) as Pick<Ctx, 'session' | 'witness'>;

test('the maker of a document is nobody’s witness at it', () => {
  const doc = { status: 'OPEN', maker_id: 7 };
  expect(refuseMove(hands(1, 7), close, 'close', doc, 'C-1')).toMatchObject({ code: 'WITNESS_MAKER' });
  expect(refuseMove(hands(1, 8), close, 'close', doc, 'C-1')).toBeUndefined();
});

test('the button of such a move asks for the witness', () => {
  expect(close.buttons[0]).toMatchObject({ key: 'close', witness: { needs: 'vouch' } });
});
