/** Whoever moves money sees before he does it whose it is and what becomes of the balance. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadBindings } from '../src/kit/server/page/registry.ts';

const pages = await loadBindings(join(import.meta.dirname, '..', 'src', 'domains'));

/** Commands that reach a door of their own and move nothing, or say what they do in another way. */
const asks = 'only asks the channel; what it answers is booked as the channel says';
const without: Readonly<Record<string, string>> = {
  'platform/re_onlinere_charge#ask': asks,
  'platform/re_onlinere_charge#credit': 'amount and person are the channel’s and the order’s; nobody types them',
  'platform/third_pay_callback#again': 'books what the channel signed, at most once',
  'platform/abnormal_trade_record#ask': 'only asks the channel and shows what it says',
  'platform/merchant_bill#fetch':
    'no money: bills are fetched and held against the books, and a receipt says what came',
  'platform/ledger_check#again': 'no money: the books are proven once more',
  'platform/monthly_examine_consume#lock': 'no money: a month approved by another is packed',
  'contractor/recharge_detail#ask': asks,
  'contractor/recharge_records#ask': asks,
  'contractor/supermarket/supermarket_order#asked': asks,
  'contractor/supermarket/supermarket_order#code': 'shows what whoever pays scans, with the amount beside it',
  'contractor/trade_record#request': 'a word of the caterer; nothing moves before the unit takes it up',
  'organization/correct#report': 'a word of the diner; nothing moves before a clerk takes it up',
  'organization/unit_bill#ask': asks,
  'platform/grade_proposal#propose': 'no money: grades for the platform to decide',
  'organization/main_account_order#ask': asks,
  'organization/main_account_order#close': asks,
  'organization/recharge/detail#ask': asks,
  'organization/refund#ask': asks,
  'organization/refund#retry': asks,
  'organization/third_party_consume#ask': asks,
  'organization/third_refund#ask': asks,
  'organization/third_refund#retry': asks,
  'organization/refund#approve': 'names whom and how much; the money stays set aside until it is paid',
  'organization/refund#change': 'only the way of paying; the money stays set aside',
  'organization/refund#unpaid': 'only says that it was not paid; the money stays set aside',
  'organization/subsidy/clear#reject': 'no money: a clearing is turned down, nothing is cleared',
  'organization/count_subsidy/clear#reject': 'no money: a clearing is turned down, nothing is cleared',
  'organization/alert_detail/robot#test': 'no money: a message to try',
  'organization/bank_account#submit': 'no money: who may be paid where',
  'organization/user#faceUpload': 'no money',
  'organization/user#faceWithdraw': 'no money',
  'organization/face_info_count/ask_again#decline': 'no money: the face goes as by the withdrawal',
  'organization/face_info_count/own_consent#decline': 'no money: the face goes as by the withdrawal',
};

it('every command outside the engine’s transaction states its outcome, or is named here with why not', () => {
  const silent = pages.flatMap(({ page, binding }) => {
    const path = page.places[0]!.path.replace(/^\/admin\//, '');
    const buttons = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])].flatMap((b) =>
      typeof b === 'string' ? [] : [b.key],
    );
    const forms = page.form && !page.form.steps ? ['create'] : [];
    return (binding.outsideTransaction ?? [])
      .filter((verb) => [...buttons, ...forms].includes(verb) && !binding.outcomes?.[verb])
      .map((verb) => `${path}#${verb}`);
  });
  expect(silent.filter((verb) => without[verb] === undefined).sort()).toEqual([]);
  expect(Object.keys(without).filter((verb) => !silent.includes(verb))).toEqual([]);
});
