/** What a row is called on a phone: by who it is about, not by the number it happens to have. */
import { expect, test } from 'vitest';
import { money, ref, text, time } from '../../../define/field.ts';
import { anyPage, page } from '../../../define/page.ts';
import { cardColumns } from './card-columns.ts';
import { mergeColumns } from './columns.ts';

const fields = {
  at: time('时间'),
  tradeNo: text('交易号'),
  name: text('名称'),
  personId: ref('姓名', 'person'),
  amountFen: money('金额'),
};
const headed = (columns: readonly (keyof typeof fields)[]) => {
  const spec = anyPage(
    page({ path: '/admin/organization/x', title: '甲', menu: ['甲', '乙'], fields, list: { columns } }),
  );
  const { head, otherwise } = cardColumns(spec, mergeColumns(spec));
  return [head?.key, otherwise?.key];
};

test('a number or a time gives way to the person, and stands in rows of nobody; a name of its own does not', () => {
  expect(headed(['tradeNo', 'personId', 'amountFen'])).toEqual(['personId', 'tradeNo']);
  expect(headed(['at', 'personId'])).toEqual(['personId', 'at']);
  expect(headed(['name', 'personId'])).toEqual(['name', 'name']);
  expect(headed(['tradeNo', 'amountFen'])).toEqual(['tradeNo', 'tradeNo']);
});
