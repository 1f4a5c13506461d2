/** Passwords: Argon2id (PHC form), a bounded number at once, and the rules a new one must keep. */
import { argon2, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../kit/server/ids.ts';

/** OWASP's parameters of 2025 for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagBytes = 32;
/** Hashing takes 19 MiB and a pool thread: at most this many at once, and this many waiting. */
const running = 4;
const waitingLimit = 64;

let active = 0;
const queue: (() => void)[] = [];

/** Too many passwords are being checked at once. */
export class PasswordBusy extends Error {}

async function slot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= running) {
    if (queue.length >= waitingLimit) throw new PasswordBusy('password queue is full');
    await new Promise<void>((resolve) => queue.push(resolve));
  } else active++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else active--;
  }
}

function derive(password: string, salt: Buffer, c: typeof cost, bytes: number): Promise<Buffer> {
  return slot(
    () =>
      new Promise((resolve, reject) =>
        argon2(
          'argon2id',
          { message: Buffer.from(password.normalize('NFKC')), nonce: salt, tagLength: bytes, ...c },
          (error, key) => (error ? reject(error) : resolve(key)),
        ),
      ),
  );
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. @throws PasswordBusy */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.token(16), 'base64url');
  const hash = await derive(password, salt, cost, tagBytes);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}$${bare(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Costs as much as any other check and fits no password: for accounts that do not exist. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(Buffer.alloc(16, 7))}$${bare(Buffer.alloc(tagBytes, 7))}`;

/** Does the password fit the hash? A null hash takes the same time and never fits. @throws PasswordBusy */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = phc.exec(hash ?? nobody);
  if (!match) throw new Error('unreadable password hash');
  const [, memory, passes, parallelism, salt, tag] = match;
  const expected = Buffer.from(tag!, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const got = await derive(password, Buffer.from(salt!, 'base64'), parameters, expected.length);
  return timingSafeEqual(got, expected) && hash !== null;
}

/** Why a new password is refused, or undefined: 8–64 characters, letters and digits, not the login name. */
export function passwordFault(password: string, loginName: string): string | undefined {
  const length = [...password].length;
  if (length < 8) return '密码至少 8 位';
  if (length > 64) return '密码不能超过 64 位';
  if (!/[A-Za-z]/.test(password) || !/\d/.test(password)) return '密码必须同时包含字母和数字';
  if (password.toLowerCase() === loginName.toLowerCase()) return '密码不能与登录名相同';
  return undefined;
}

const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';

/** A password to hand over once: 10 characters without look-alikes, letters and digits. */
export function generatePassword(random: Random): string {
  const bytes = Buffer.from(random.token(32), 'base64url');
  const pick = (from: string, i: number) => from[(bytes[i * 2]! * 256 + bytes[i * 2 + 1]!) % from.length]!;
  return Array.from({ length: 10 }, (_, i) => pick(i % 5 >= 3 ? digits : letters, i)).join('');
}
