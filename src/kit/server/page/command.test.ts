/** How a command ends that the database took back. */
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { runCommand } from './command.ts';

const ctx = {
  path: '/a/page',
  db: { transaction: () => ({ execute: (work: (db: object) => Promise<unknown>) => work({}) }) },
} as unknown as Ctx;
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test('two commands in each other’s way: who is taken back is told to come again, a fault stays a fault', async () => {
  for (const code of ['40P01', '40001'])
    expect(await runCommand(ctx, failing(code))).toMatchObject({ refused: true, code: 'BUSY' });
  await expect(runCommand(ctx, failing('23505'))).rejects.toThrow('23505');
});
