import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigit } from '../../stock/public.ts';
import { labelWorth, readScaleCode } from './scale-code.ts';

const byAmount = { prefix: 21, tells: 'AMOUNT' } as const;
const byWeight = { prefix: 21, tells: 'WEIGHT' } as const;
const coded = (digits: string) => `${digits}${checkDigit(digits)}`;
const price = { priceFen: 599, unitSize: 500 };

test('thirteen digits tell fen or grams as the shop is set up, eighteen tell both', () => {
  expect(readScaleCode(coded('210001100524'), byAmount)).toEqual({ plu: 11, amountFen: 524, grams: null });
  expect(readScaleCode(coded('210001100437'), byWeight)).toEqual({ plu: 11, amountFen: null, grams: 437 });
  expect(readScaleCode(coded('21000110052400437'), byWeight)).toEqual({ plu: 11, amountFen: 524, grams: 437 });
});

test('a wrong digit, another prefix, a shop without a scale are said', () => {
  expect(readScaleCode('2100011005240', byAmount)).toBe('秤码校验位不正确');
  expect(readScaleCode(coded('220001100524'), byAmount)).toBe('秤码应以 21 开头');
  expect(readScaleCode(coded('210001100524'), { prefix: null, tells: null })).toBe('本店没有设置秤码');
});

test('amount and weight have to belong to the price, but for the fen a scale rounds', () => {
  expect(labelWorth({ plu: 1, amountFen: 524, grams: 437 }, price)).toEqual({ grams: 437, amountFen: 524 });
  expect(labelWorth({ plu: 1, amountFen: 523, grams: 437 }, price)).toEqual({ grams: 437, amountFen: 523 });
  expect(labelWorth({ plu: 1, amountFen: 480, grams: 437 }, price)).toContain('437 克应为 5.24 元');
  expect(labelWorth({ plu: 1, amountFen: null, grams: 437 }, price)).toEqual({ grams: 437, amountFen: 524 });
  expect(labelWorth({ plu: 1, amountFen: 524, grams: null }, price)).toEqual({ grams: 437, amountFen: 524 });
});

test('every single wrong digit is found', () => {
  fc.assert(
    fc.property(fc.nat(99_999), fc.nat(99_999), fc.nat(12), fc.integer({ min: 1, max: 9 }), (plu, fen, at, by) => {
      const code = coded(`21${String(plu).padStart(5, '0')}${String(fen).padStart(5, '0')}`);
      const wrong = code.slice(0, at) + ((Number(code[at]) + by) % 10) + code.slice(at + 1);
      expect(typeof readScaleCode(wrong, byAmount)).toBe('string');
    }),
  );
});
