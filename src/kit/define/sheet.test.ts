import { expect, it } from 'vitest';
import { sheetText, sheetValue } from './sheet.ts';

it('a table goes by its key alone, or with the columns the clerk set; what is no column is left out', () => {
  expect(sheetValue('import/abc')).toEqual({ fileKey: 'import/abc', columns: null });
  const set = { fileKey: 'import/abc', columns: { jobNumber: 0, amountFen: 12 } };
  expect(sheetValue(sheetText(set))).toEqual(set);
  expect(sheetText({ fileKey: 'import/abc', columns: null })).toBe('import/abc');
  expect(sheetValue('import/abc?jobNumber=-1&amountFen=3')).toEqual({
    fileKey: 'import/abc',
    columns: { amountFen: 3 },
  });
  // Nothing is taken from anywhere: not what the headings say.
  expect(sheetValue('import/abc?')).toEqual({ fileKey: 'import/abc', columns: {} });
});
