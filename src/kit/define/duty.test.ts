/** What work a verb is: by its move, by its page, or as the page says. */
import { expect, test } from 'vitest';
import { dutyOf } from './duty.ts';
import { text } from './field.ts';
import { flow } from './flow.ts';
import { anyPage, page } from './page.ts';

const states = [
  { value: 'SENT', label: 'Sent' },
  { value: 'DONE', label: 'Done' },
] as const;
const moves = flow(states, {
  approve: { label: 'Approve', from: ['SENT'], to: 'DONE', by: 'other' },
  reject: { label: 'Reject', from: ['SENT'], to: 'DONE', decides: true },
  cancel: { label: 'Cancel', from: ['SENT'], to: 'DONE', by: 'maker' },
});
const whole = {
  title: 'Paper',
  path: '/admin/organization/paper',
  fields: { name: text('Name') },
  list: { row: [...moves.buttons], tools: ['create'] as const },
  form: { sections: [{ fields: ['name' as const] }] },
  verbs: { prove: 'Prove' },
};

test('who decides checks, who looks looks, the others make', () => {
  const paper = anyPage(page(whole));
  const told = ['query', 'export', 'create', 'cancel', 'approve', 'reject', 'reveal', 'prove'].map((verb) =>
    dutyOf(paper, verb),
  );
  expect(told).toEqual(['look', 'look', 'make', 'make', 'check', 'check', 'keep', 'make']);
});

test('a page may say otherwise', () => {
  const paper = anyPage(page({ ...whole, duties: { prove: 'check', reject: 'make' } }));
  expect([dutyOf(paper, 'prove'), dutyOf(paper, 'reject')]).toEqual(['check', 'make']);
});

test('all of a page of settings is setting up', () => {
  const { list: _list, ...rest } = whole;
  const settings = anyPage(page({ ...rest, kind: 'settings' }));
  expect([dutyOf(settings, 'query'), dutyOf(settings, 'update')]).toEqual(['setup', 'setup']);
});
