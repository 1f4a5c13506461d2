/** Words and states of export tasks. */
import { expect, it } from 'vitest';
import { anyRunning, type ExportTask, expiryText } from './export-tasks.ts';

const now = Date.parse('2026-03-10T10:00:00+08:00');
const task = (part: Partial<ExportTask>): ExportTask => ({
  id: 1,
  filename: '消费明细.xlsx',
  createdAt: '2026-03-10T09:00:00+08:00',
  delAt: null,
  finish: false,
  dowmloadUrl: null,
  ...part,
});

it('counts the time a file is still kept', () => {
  expect(expiryText('2026-03-13T11:00:00+08:00', now)).toBe('3 天后过期');
  expect(expiryText('2026-03-10T13:30:00+08:00', now)).toBe('3 小时后过期');
  expect(expiryText('2026-03-10T10:00:20+08:00', now)).toBe('1 分钟后过期');
  expect(expiryText('2026-03-10T10:00:00+08:00', now)).toBe('已过期');
  expect(expiryText(null, now)).toBe('');
});

it('knows what still runs', () => {
  expect(anyRunning([task({})])).toBe(true);
  expect(anyRunning([task({ finish: true }), task({ error: '磁盘已满' }), task({ status: 'FAILED' })])).toBe(false);
});
