/** 取款: main money back to the person in cash. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { bookDocument } from './book.ts';
import { cashPaidOut } from './kinds.ts';
import { counterPerson } from './person.ts';

export interface CashOutInput {
  personId: number;
  amountFen: number;
  reason: 'PARTIAL' | 'CLOSE_ACCOUNT';
  remark: string;
  /** Key of the picture the person signed with. */
  signImage: string | null;
}

/** One signature stands for one payment. */
async function signedAlready(tx: Tx, signImage: string | null): Promise<Refusal | undefined> {
  if (signImage === null) return undefined;
  const { rows } = await tx.query<{ no: string }>(
    'select /* wall: the key is of this session alone */ cash_out_no as no from cash_out where sign_image = $1',
    [signImage],
  );
  return rows[0] && refuseField('signImage', `该签名已用于 ${rows[0].no}，请重新签名`);
}

/** Books cash given out; the answer carries the slip. Refused: closed account, more than the main account has free. */
export async function cashOut(ctx: Ctx, input: CashOutInput): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId, 'OUT');
  if (isRefusal(person)) return person;
  return bookDocument(ctx, cashPaidOut, {
    person,
    amount: input.amountFen,
    remark: input.remark,
    keyName: 'cash_out',
    request: (common) => ({ ...common, kind: 'CASH_OUT', amountFen: input.amountFen, reason: input.remark }),
    columns: () => ({ reason: input.reason, sign_image: input.signImage }),
    refuse: (tx) => signedAlready(tx, input.signImage),
    extra: () => [['本人签字', input.signImage ? '已签' : '＿＿＿＿＿＿']],
    signature: input.signImage,
  });
}
