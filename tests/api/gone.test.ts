/** A row that another removes between being found and being worked on. */
import { NoResultError } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../src/kit/server/context.ts';
import type { ActionInput } from '../../src/kit/server/page/binding.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

const page = '/admin/organization/alert_detail/robot';
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestServer();
  token = await app.login('school');
});
afterAll(() => app?.stop());

const ask = (verb: string, body: object) => app.post(page, verb, body, token);

async function robot(name: string): Promise<number> {
  const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc';
  const { body } = await ask('create', { name, kind: 'WECOM', url, minLevel: 'WARN', status: 'NORMAL' });
  expect(body.errorcode, JSON.stringify(body)).toBe(0);
  return (body.data as { id: number }).id;
}

it('is not found, whatever was to be done with it; where the row stands, a command that meets none has a bug', async () => {
  const { binding } = app.services.registry.at(page)!;
  const actions = binding.actions as Record<string, (ctx: Ctx, input: ActionInput) => Promise<unknown>>;
  const { test } = actions;
  const gone = await robot('先走一步');
  actions.test = async (ctx, input) => {
    await ask('remove', { id: gone });
    return test!(ctx, input);
  };
  expect(await ask('test', { id: gone })).toMatchObject({ status: 404, body: { errorcode: 1004 } });
  const stays = await robot('还在');
  actions.test = () => Promise.reject(new NoResultError({ kind: 'SelectQueryNode' }));
  expect((await ask('test', { id: stays })).status).toBe(500);
});
