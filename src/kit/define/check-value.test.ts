/** What fields accept, and the words they refuse with. */
import { describe, expect, test } from 'vitest';
import { checkValue, isDate, isIdCard } from './check-value.ts';
import { choice, date, decimal, hm, idCard, int, money, normalDisabled, phone, ref, text } from './field.ts';

describe('checkValue', () => {
  test.each([
    [text('名称', { required: true }), '', '不能为空'],
    [text('名称', { max: 3 }), '一二三四', '不能超过 3 个字'],
    [text('名称'), 12, '必须是文字'],
    [money('金额'), 10.5, '金额不正确，最多两位小数'],
    [money('金额'), -1, '不能小于 0 元'],
    [money('金额', { max: 500_000 }), 500_001, '不能大于 5,000 元'],
    [decimal('铁'), 1.234, '必须是数字，最多 2 位小数'],
    [decimal('铁'), '1.2', '必须是数字，最多 2 位小数'],
    [decimal('克数', { digits: 1, min: 0.1, unit: '克' }), 0, '不能小于 0.1 克'],
    [int('次数', { min: 1, unit: '次' }), 0, '不能小于 1 次'],
    [date('日期'), '2026-02-30', '日期不正确，应为 YYYY-MM-DD'],
    [hm('时刻'), '28:01', '时刻不正确，应为 00:00 至 28:00'],
    [hm('时刻'), '7:30', '时刻不正确，应为 00:00 至 28:00'],
    [hm('截单时间', { max: 1_439 }), '28:00', '时刻不正确，应为 00:00 至 23:59'],
    [phone('手机号'), '12345', '电话号码不正确'],
    [choice('状态', normalDisabled), 'GONE', '不在可选范围内'],
    [ref('部门', '/x'), 0, '请选择有效的记录'],
  ])('%o refuses %o', (field, value, message) => {
    expect(checkValue(field, value)).toBe(message);
  });

  test.each([
    [text('名称'), ''],
    [money('金额'), 0],
    [decimal('铁'), 0.07],
    [decimal('硒', { digits: 3 }), 123456.789],
    [hm('时刻'), '27:30'],
    [hm('时刻'), '28:00'],
    [hm('截单时间', { max: 1_439 }), '23:59'],
    [phone('手机号'), '13812345678'],
    [phone('电话'), '010-88886666'],
    [choice('状态', normalDisabled), 'NORMAL'],
  ])('%o accepts %o', (field, value) => {
    expect(checkValue(field, value)).toBeUndefined();
  });

  test('identity numbers hold their check digit and date', () => {
    expect(isIdCard('11010519491231002X')).toBe(true);
    expect(isIdCard('110105194912310021')).toBe(false);
    expect(isIdCard('11010519491331002X')).toBe(false);
    expect(checkValue(idCard('身份证号'), '123')).toBe('身份证号不正确');
  });

  test('leap days exist only in leap years', () => {
    expect(isDate('2024-02-29')).toBe(true);
    expect(isDate('2025-02-29')).toBe(false);
  });
});
