/** Secrets at rest: what is stored, what opens it, and how keys change. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { readConfig } from './config.ts';
import { createVault, sealColumn } from './vault.ts';

const random = { token: (bytes: number) => randomBytes(bytes).toString('base64url'), fraction: () => 0 };
const [first, second] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];

describe('the vault', () => {
  it('stores nothing of the text, never twice the same, and opens it again', () => {
    const vault = createVault([first], random);
    const stored = vault.seal('JBSWY3DPEHPK3PXP');
    expect(stored).not.toContain('JBSWY3DP');
    expect(vault.seal('JBSWY3DPEHPK3PXP')).not.toBe(stored);
    expect(vault.open(stored)).toBe('JBSWY3DPEHPK3PXP');
    expect(vault.current(stored)).toBe(true);
  });
  it('opens what was never sealed, and refuses what was changed or whose key is gone', () => {
    const vault = createVault([first], random);
    expect(vault.open('plain')).toBe('plain');
    expect(vault.current('plain')).toBe(false);
    const stored = vault.seal('plain');
    const at = stored.length - 4;
    expect(() => vault.open(stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1))).toThrow();
    expect(() => createVault([second], random).open(stored)).toThrow('SECRET_KEY');
    expect(() => createVault([], random).open(stored)).toThrow('SECRET_KEY');
  });
  it('leaves everything as it is without a key', () => {
    const vault = createVault([], random);
    expect(vault.seal('plain')).toBe('plain');
    expect(vault.current('plain')).toBe(true);
  });
});

describe('SECRET_KEY', () => {
  it('is 32 bytes in base64 or hex, and never quoted in the refusal', () => {
    const bytes = randomBytes(32);
    for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
      const { secretKeys } = readConfig({ SECRET_KEY: text, SECRET_KEY_FORMER: text }, '/srv');
      expect(secretKeys.map((k) => k.export().equals(bytes))).toEqual([true, true]);
    }
    expect(readConfig({}, '/srv').secretKeys).toEqual([]);
    expect(() => readConfig({ SECRET_KEY: 'too-short' }, '/srv')).toThrow(/^SECRET_KEY (?!.*too-short)/);
    expect(() => readConfig({ SECRET_KEY_FORMER: bytes.toString('hex') }, '/srv')).toThrow('SECRET_KEY_FORMER');
  });
});

describe('a column of secrets', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(`create table kept (id bigint primary key, secret text);
      insert into kept values (1, 'one'), (2, 'two'), (3, null)`);
  });
  afterAll(() => database.drop());
  const stored = async () =>
    (await database.pool.query<{ secret: string | null }>('select secret from kept order by id')).rows.map(
      (r) => r.secret,
    );

  it('is sealed at the start, follows a new key, and is refused whole without its key', async () => {
    const old = createVault([first], random);
    expect(await sealColumn(database.pool, old, 'kept', 'id', 'secret')).toBe(2);
    expect((await stored()).map((s) => s && old.open(s))).toEqual(['one', 'two', null]);
    expect(await sealColumn(database.pool, old, 'kept', 'id', 'secret')).toBe(0);
    const turned = createVault([second, first], random);
    expect(await sealColumn(database.pool, turned, 'kept', 'id', 'secret')).toBe(2);
    const now = createVault([second], random);
    expect((await stored()).map((s) => s && now.open(s))).toEqual(['one', 'two', null]);
    await expect(sealColumn(database.pool, old, 'kept', 'id', 'secret')).rejects.toThrow('SECRET_KEY');
    await expect(sealColumn(database.pool, createVault([], random), 'kept', 'id', 'secret')).rejects.toThrow(
      'SECRET_KEY',
    );
  });
});
