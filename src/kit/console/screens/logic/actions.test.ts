import { expect, test } from 'vitest';
import { choice, normalDisabled, text } from '../../../define/field.ts';
import { anyPage, page, verbsOf } from '../../../define/page.ts';
import { batchActions, eligible, rowButtons, splitButtons, toolButtons } from './actions.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: 'x',
    fields: { name: text('姓名'), status: choice('状态', normalDisabled) },
    list: {
      columns: ['name'],
      row: [
        'view',
        'edit',
        { key: 'disable', label: '停用', batch: true, when: (r) => r.status === 'NORMAL' },
        {
          key: 'enable',
          label: '启用',
          when: (r) => r.status === 'DISABLED',
          whyNot: (r) => (r.status === 'NORMAL' ? '已是正常' : undefined),
        },
        { key: 'note', label: '备注', when: (r) => r.status === 'NORMAL', whyNot: () => '只有正常的可以' },
        { key: 'cards', label: '卡', open: '/admin/cards?personId={id}' },
        'remove',
      ],
      tools: ['create', { key: 'sync', label: '同步' }],
    },
    form: { sections: [{ fields: ['name'] }] },
  }),
);
const all = () => true;
const row = { id: 1, name: '张三', status: 'NORMAL' };

test('a row shows what fits it, and why another cannot be pressed', () => {
  const buttons = rowButtons(spec, row, all);
  expect(buttons.map((b) => b.key)).toEqual(['view', 'edit', 'disable', 'enable', 'note', 'cards', 'remove']);
  expect(buttons[3]?.reason).toBe('已是正常');
  expect(buttons[4]?.reason).toBeUndefined();
  expect(rowButtons(spec, { ...row, status: 'DISABLED' }, all).map((b) => b.key)).not.toContain('disable');
});

test('a row that is done offers neither editing nor removing', () => {
  const drafts = {
    ...spec,
    list: { ...spec.list!, changeable: (r: Record<string, unknown>) => r.status === 'NORMAL' },
  };
  const keys = (status: string) => rowButtons(drafts, { ...row, status }, all).map((b) => b.key);
  expect(keys('NORMAL')).toEqual(expect.arrayContaining(['edit', 'remove']));
  expect(keys('DISABLED')).toEqual(['view', 'enable', 'note', 'cards']);
});

test('the button of an empty form is called what the page does', () => {
  expect(toolButtons(spec, all)[0]?.label).toBe('新增');
  const counter = { ...spec, list: { ...spec.list!, createLabel: '充值' } };
  expect(toolButtons(counter, all)[0]?.label).toBe('充值');
  expect(verbsOf(counter).create).toBe('充值');
});

test('a button that opens the form of a row for changing it needs the right to change', () => {
  const own = {
    ...spec,
    list: { ...spec.list!, row: [{ key: 'weigh', label: '填写', open: '/admin/x/form?id={id}' }] },
  };
  const keys = (...verbs: string[]) => rowButtons(own, row, (verb) => verbs.includes(verb)).map((b) => b.key);
  expect(keys('query', 'create')).toEqual([]);
  expect(keys('query', 'update')).toEqual(['weigh']);
  // One that only creates shows what there is.
  const shown = { ...own, form: { ...own.form!, createOnly: true } };
  expect(rowButtons(shown, row, (verb) => verb === 'query').map((b) => b.key)).toEqual(['weigh']);
});

test('without the permission there is no button; opening another page needs the right to that page', () => {
  expect(rowButtons(spec, row, () => false).map((b) => b.key)).toEqual(['view']);
  const cards = (verb: string, path?: string) => verb === 'query' && path === '/admin/cards';
  expect(rowButtons(spec, row, cards).map((b) => b.key)).toEqual(['view', 'cards']);
  expect(toolButtons(spec, (verb) => verb === 'sync').map((b) => b.key)).toEqual(['sync']);
});

test('opening an empty form needs the right to write there, opening a stored record only to look', () => {
  const asked: string[] = [];
  const allowed = (verb: string, path?: string) => {
    asked.push(`${path}#${verb}`);
    return true;
  };
  const tool = (open: string) => ({ ...spec, list: { ...spec.list!, tools: [{ key: 'o', label: '开', open }] } });
  toolButtons(tool('/admin/y/form?kind=RETURN'), allowed);
  toolButtons(tool('/admin/y/form?mode=a&id={id}'), allowed);
  toolButtons(tool('/admin/y?personId={id}'), allowed);
  expect(asked).toEqual(['/admin/y#create', '/admin/y#query', '/admin/y#query']);
});

test('two buttons stay, the rest go into the menu', () => {
  const { visible, more } = splitButtons(rowButtons(spec, row, all));
  expect([visible.length, more.length]).toEqual([2, 5]);
});

test('what cannot be pressed makes room for what can', () => {
  const buttons = [
    { key: 'a', label: '甲', reason: '不行' },
    { key: 'b', label: '乙' },
    { key: 'c', label: '丙' },
  ];
  expect(splitButtons(buttons).visible.map((b) => b.key)).toEqual(['b', 'c']);
});

test('a batch takes only the rows that fit', () => {
  const [disable] = batchActions(spec, all);
  expect(disable?.key).toBe('disable');
  expect(eligible(disable!, [row, { ...row, id: 2, status: 'DISABLED' }])).toEqual({ ids: [1], refused: 1 });
});
