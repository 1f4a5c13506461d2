/** Settings from the environment: what is taken, what is refused with the variable's name. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createApp } from './http/app.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const seenFrom = async (trust: string | undefined, peer: string, forwarded: string) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: trust }, '/srv');
  const app = await createApp({ log: silent, health: async () => ({ ok: true }), ready: async () => true, trustProxy });
  app.get('/api/where', async (request) => ({ ip: request.ip, protocol: request.protocol }));
  const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ url: '/api/where', remoteAddress: peer, headers });
  await app.close();
  return answer.json();
};

describe('TRUST_PROXY', () => {
  it('takes the word of the proxies it names, and of no other peer', async () => {
    expect(await seenFrom('uniquelocal', '172.18.0.5', '203.0.113.9')).toEqual({
      ip: '203.0.113.9',
      protocol: 'https',
    });
    expect(await seenFrom('10.1.0.0/16, 192.0.2.1', '192.0.2.1', '203.0.113.9')).toMatchObject({ ip: '203.0.113.9' });
    expect(await seenFrom('10.1.0.0/16', '10.2.0.1', '203.0.113.9')).toEqual({ ip: '10.2.0.1', protocol: 'http' });
    expect(await seenFrom(undefined, '172.18.0.5', '203.0.113.9')).toMatchObject({ ip: '172.18.0.5' });
    expect(await seenFrom(undefined, '127.0.0.1', '203.0.113.9')).toMatchObject({ ip: '203.0.113.9' });
    expect(await seenFrom('none', '127.0.0.1', '203.0.113.9')).toMatchObject({ ip: '127.0.0.1' });
  });
  it('believes the last stranger before the proxies, not what he claims of others', async () => {
    expect(await seenFrom('loopback', '127.0.0.1', '198.51.100.1, 203.0.113.9')).toMatchObject({ ip: '203.0.113.9' });
  });
  it('is set for every node behind the proxy of deploy/compose.yaml', async () => {
    const text = await readFile(`${import.meta.dirname}/../../../deploy/compose.yaml`, 'utf8');
    const nodes = text.split(/^(?= {2}\w+:$)/m).filter((service) => service.includes('<<: *node'));
    expect(nodes.length).toBeGreaterThan(1);
    for (const node of nodes) expect(node).toMatch(/^ {6}TRUST_PROXY: uniquelocal$/m);
  });
  it.each(['all', '10.0.0.0/33', '1', 'example.org', '10.0.0.1/'])('refuses %s by name', (value) => {
    expect(() => readConfig({ TRUST_PROXY: value }, '/srv')).toThrow('TRUST_PROXY');
  });
});

it('shows the description of the API in production only when told to', () => {
  const shown = (env: Record<string, string>) => readConfig(env, '/srv').apiDocs;
  expect(shown({})).toBe(true);
  expect(shown({ NODE_ENV: 'production' })).toBe(false);
  expect(shown({ NODE_ENV: 'production', API_DOCS: '1' })).toBe(true);
});
