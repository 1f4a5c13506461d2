/** The agent's home counts its own customers and terminals, and what it counts is what it opens. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import type { AgentHome } from './agent-home.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestServer();
});
afterAll(() => app?.stop());

const homeOf = async (account: 'agent' | 'agent2') => {
  const token = await app.login(account);
  const { body } = await app.post('/admin/agent/agent_home', 'figures', {}, token);
  expect(body.errormsg).toBe('');
  return { home: body.data as AgentHome, token };
};

test('customers of this agent, the first to end first, and terminals as its list has them', async () => {
  const { home, token } = await homeOf('agent');
  expect(home.customers).toBe(2);
  const ends = home.ending.map((one) => one.expireAt ?? '9999');
  expect(ends).toEqual([...ends].sort());
  // Lines with their conditions in the address are held in tests/api/home-work.test.ts.
  for (const item of home.work.filter(({ path }) => path && !path.includes('?'))) {
    const search = Object.fromEntries(
      Object.entries(item.query ?? {}).map(([key, value]) => [
        key,
        value === 'false' || value === 'true'
          ? value === 'true'
          : value.includes(',')
            ? value.split(',').map((part) => part || null)
            : value,
      ]),
    );
    const listed = await app.post(item.path!, 'query', { size: 1, search }, token);
    expect([item.label, (listed.body.data as { total: number }).total]).toEqual([item.label, item.count]);
  }
});

test('nothing of another agent’s', async () => {
  const { home } = await homeOf('agent2');
  expect(home.ending.map(({ name }) => name)).not.toContain('青禾实验中学');
});
