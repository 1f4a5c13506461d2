/**
 * Seals secrets that must be read again (keys of terminals, seeds of one-time codes) before they are stored, with a key of
 * the environment: a dump of the database alone gives none of them away. AES-256-GCM; the text names the key that sealed it.
 */
import { createCipheriv, createDecipheriv, createHash, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { OperatorError } from './db/operator-error.ts';
import type { Random } from './ids.ts';

const ivBytes = 12;
const tagBytes = 16;
const form = /^sealed:([0-9a-f]{8}):([\w-]+)$/;

export interface Vault {
  /** The text as it may be stored; itself without a key. */
  seal(text: string): string;
  /** The text that was sealed, or itself when it never was. @throws OperatorError when its key is not there */
  open(stored: string): string;
  /** Is it stored as a seal of today would store it? */
  current(stored: string): boolean;
}

const nameOf = (key: KeyObject): string => createHash('sha256').update(key.export()).digest('hex').slice(0, 8);

/** `keys`: the one to seal with first, then former ones that may still open; none leaves everything as it is. */
export function createVault(keys: readonly KeyObject[], random: Random): Vault {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const key = keys[0];
  const prefix = key && `sealed:${nameOf(key)}:`;
  return {
    seal(text) {
      if (!key) return text;
      const iv = Buffer.from(random.token(ivBytes), 'base64url');
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${body.toString('base64url')}`;
    },
    open(stored) {
      const [, name, body] = form.exec(stored) ?? [];
      if (!name || !body) return stored;
      const found = byName.get(name);
      if (!found)
        throw new OperatorError(
          '数据库里有以另一把密钥加密的内容，请以 SECRET_KEY 给出原来的密钥（更换时旧的放在 SECRET_KEY_FORMER）。',
        );
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
    current: (stored) => (prefix ? stored.startsWith(prefix) : !form.test(stored)),
  };
}

/**
 * Seals what a column still holds in the clear or under a former key; runs at every start. Refused by an OperatorError when
 * something in it cannot be opened. Names come from the program, never from input.
 */
export async function sealColumn(pool: Pool, vault: Vault, table: string, id: string, column: string): Promise<number> {
  const { rows } = await pool.query<{ id: number; stored: string }>(
    `select ${id} as id, ${column} as stored from ${table} where ${column} is not null`,
  );
  let sealed = 0;
  for (const { id: at, stored } of rows) {
    if (vault.current(stored)) continue;
    const done = await pool.query(`update ${table} set ${column} = $1 where ${id} = $2 and ${column} = $3`, [
      vault.seal(vault.open(stored)),
      at,
      stored,
    ]);
    sealed += done.rowCount ?? 0;
  }
  return sealed;
}
