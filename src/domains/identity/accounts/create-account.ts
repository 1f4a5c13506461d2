/** Makes an account; the caller gives it its memberships. */
import { sql } from 'kysely';
import type { UnitType } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { generatePassword, hashPassword, passwordFault } from '../sign-in/password.ts';

/** Every demo account's password. */
export const demoPassword = 'onecard-demo';

export interface NewAccount {
  loginName: string;
  name: string;
  phone: string | null;
  password?: string;
  /** The unit that looks after it. */
  belong: { type: UnitType; id: number };
  actorId: number;
}

/** Login names: 2–32 letters, digits, `.`, `_`, `-`, `@` or Chinese characters. */
export const loginNamePattern = '^[\\p{Script=Han}A-Za-z0-9._@-]{2,32}$';

/** Is a login name in use, in whatever letter case? */
export async function loginNameTaken(db: Db, loginName: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['login_name']), '=', loginName.toLowerCase()))
    .executeTakeFirst();
  return found !== undefined;
}

/** The account's id and its password, made up when none is given. A given password is kept in the demo. */
export async function createAccount(
  services: Services,
  db: Db,
  input: NewAccount,
): Promise<{ id: number; password: string } | Refusal> {
  const taken = () =>
    refuse('LOGIN_NAME_TAKEN', { name: input.loginName }, { loginName: `登录名「${input.loginName}」已被使用` });
  if (!new RegExp(loginNamePattern, 'u').test(input.loginName)) {
    const detail = '登录名应为 2–32 位字母、数字、汉字或 . _ - @';
    return refuse('INVALID_FIELDS', { detail }, { loginName: detail });
  }
  // The demo's one published password is exempt from the rules; production never takes it.
  const demo = services.config.demo && input.password === demoPassword;
  const fault = input.password === undefined || demo ? undefined : passwordFault(input.password, input.loginName);
  if (fault) return refuse('WEAK_PASSWORD', { detail: fault }, { password: fault });
  const password = input.password ?? generatePassword(services.random);
  const id = await services.ids.next();
  const at = isoAt(services.clock.now());
  const mustChange = !(services.config.demo && input.password !== undefined);
  const made = await sql`insert into account
      (id, login_name, name, phone, password_hash, must_change_password, belong_type, belong_id, created_at, created_by, updated_at)
    values (${id}, ${input.loginName}, ${input.name}, ${input.phone}, ${await hashPassword(password, services.random)}, ${mustChange},
      ${input.belong.type}, ${input.belong.id}, ${at}, ${input.actorId}, ${at})
    on conflict do nothing`.execute(db);
  return made.numAffectedRows === 1n ? { id, password } : taken();
}
