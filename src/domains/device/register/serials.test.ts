/** Serial numbers from a range and from a pasted list. */
import { expect, test } from 'vitest';
import { serialList, serialRange } from './serials.ts';

test('a range counts the digits at the end and keeps their width', () => {
  expect(serialRange('a0098', 'A0101')).toMatchObject([
    { sn: 'A0098' },
    { sn: 'A0099' },
    { sn: 'A0100' },
    { sn: 'A0101' },
  ]);
  expect(serialRange('20260001', '20260001')).toHaveLength(1);
});

test('ends that do not belong together are refused in words', () => {
  expect(serialRange('A1', 'B1')).toBe('起止序列号的前缀和位数应相同');
  expect(serialRange('A99', 'A100')).toBe('起止序列号的前缀和位数应相同');
  expect(serialRange('A0002', 'A0001')).toBe('止序列号应不小于起序列号');
  expect(serialRange('A00001', 'A09999')).toContain('一次最多');
  expect(serialRange('ABC', 'ABD')).toBe('起止序列号都应以数字结尾');
});

test('a pasted list takes names after a tab or comma and marks repeats and malformed numbers', () => {
  expect(serialList('sn-001\t一号窗\r\n\r\nSN-002，二号窗\nSN-001\n坏的')).toEqual([
    { sn: 'SN-001', name: '一号窗' },
    { sn: 'SN-002', name: '二号窗' },
    { sn: 'SN-001', name: '', error: '清单中重复' },
    { sn: '坏的', name: '', error: expect.any(String) },
  ]);
  expect(serialList(' \n')).toBe('请粘贴序列号，一行一台');
});
