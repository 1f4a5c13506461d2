import { expect, test } from 'vitest';
import { bool, choice, date, money, normalDisabled, password, ref, refs, text } from '../../../define/field.ts';
import { anyPage, page } from '../../../define/page.ts';
import { type Clock, startDay } from '../../clock.ts';
import { startValues, submitLabel } from './form-values.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: '充值',
    fields: {
      name: text('姓名'),
      shelfId: ref('书架', '/admin/y'),
      roleIds: refs('角色', '/admin/z'),
      status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
      vip: bool('贵宾'),
      secret: password('密码'),
      amountFen: money('金额'),
    },
    form: {
      sections: [{ fields: ['name', 'shelfId', 'roleIds', 'status', 'vip', 'secret', 'amountFen'] }],
      submit: '确认为 {name} 充值 {amountFen} 元',
    },
  }),
);

test('a new record starts with the link, then the definition, then nothing', () => {
  const preset = { shelfId: '7', roleIds: '1,2', amountFen: 'x', secret: 'no', other: '1' };
  expect(startValues(spec, undefined, preset)).toEqual({
    name: null,
    shelfId: 7,
    roleIds: [1, 2],
    status: 'NORMAL',
    vip: false,
    secret: null,
    amountFen: null,
  });
});

test('a stored record is not touched by the link', () => {
  expect(startValues(spec, { id: 1, name: '甲', status: 'DISABLED', shelfId: 3 }, { name: '乙' })).toMatchObject({
    name: '甲',
    status: 'DISABLED',
    shelfId: 3,
  });
});

test('a date begins with the day of the books, or with the one after', () => {
  const dated = anyPage(
    page({
      path: '/admin/x',
      title: '备料',
      fields: {
        now: date('今天', { starts: 'today' }),
        next: date('明天', { starts: 'tomorrow' }),
        open: date('日期'),
      },
      form: { sections: [{ fields: ['now', 'next', 'open'] }] },
    }),
  );
  const { now, next, open } = startValues(dated, undefined, {});
  expect(open).toBeNull();
  expect(Date.parse(String(next)) - Date.parse(String(now))).toBe(24 * 3_600_000);
  const night = { now: () => Date.parse('2026-11-27T01:30:00+08:00') } as Clock;
  expect([startDay('today', night), startDay('tomorrow', night), startDay(undefined, night)]).toEqual([
    '2026-11-26',
    '2026-11-27',
    undefined,
  ]);
});

test('the button says what it will do', () => {
  const plain = { ...spec, form: { ...spec.form!, submit: '申请退款' } };
  expect(submitLabel(plain, {})).toBe('申请退款');
  expect(submitLabel(plain, {}, '12.00 元')).toBe('申请退款 12.00 元');
  expect(submitLabel(spec, { name: '张三', amountFen: 123450 }, '1.00 元')).toBe('确认为 张三 充值 1,234.50 元');
  expect(submitLabel(spec, { name: '张三', amountFen: 123450 })).toBe('确认为 张三 充值 1,234.50 元');
  expect(submitLabel(spec, { name: '张三', amountFen: 'abc' })).toBe('确认为 张三 充值 0.00 元');
});
