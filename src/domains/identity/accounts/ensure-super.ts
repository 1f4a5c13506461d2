/** The super administrator: account 1, made at the first start and never again. */
import { CompiledQuery, sql } from 'kysely';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { endSessions } from '../sessions/tokens.ts';
import { generatePassword, hashPassword } from '../sign-in/password.ts';
import { clearTries } from '../sign-in/sign-in-guard.ts';
import { demoPassword } from './create-account.ts';

/** Fixed by the product: the one account without a type. */
export const superId = 1;
export const demoSuper = { account: 'super', password: demoPassword } as const;

/**
 * A new password for the super administrator whose old one is lost, with the one-time code and the lock taken off and
 * every session ended. Whoever may start the server with RESET_SUPER=1 could read the database as well; that it was
 * done stays in the audit log, or it was not done.
 */
export async function resetSuper(services: Services): Promise<{ account: string; password: string }> {
  const now = services.clock.now();
  const password = generatePassword(services.random);
  const hash = await hashPassword(password, services.random);
  return services.db.transaction().execute(async (db) => {
    const { hadCode } = await db
      .selectFrom('account')
      .select(sql<boolean>`totp_secret is not null`.as('hadCode'))
      .where('id', '=', superId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { loginName } = await db
      .updateTable('account')
      .set((eb) => ({
        password_hash: hash,
        must_change_password: true,
        totp_secret: null,
        totp_pending: null,
        updated_at: isoAt(now),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', superId)
      .returning('login_name as loginName')
      .executeTakeFirstOrThrow();
    await clearTries(db, loginName);
    await endSessions(db, now, superId, 'PASSWORD');
    await writeAudit(
      { query: (text, values) => db.executeQuery(CompiledQuery.raw(text, [...values])) },
      await services.ids.next(),
      isoAt(now),
      { accountId: null, actor: '系统', unitType: null, unitId: null, ip: null, page: '/admin/passwd_user' },
      {
        action: '重置密码',
        targetId: superId,
        targetName: loginName,
        changes: [
          { key: 'reason', label: '原因', before: null, after: '运维人员以 RESET_SUPER=1 启动服务' },
          { key: 'password', label: '密码', before: null, after: '（已重置，首次登录须修改）' },
          ...(hadCode ? [{ key: 'totp', label: '动态口令', before: '已启用', after: '已解除' }] : []),
          { key: 'lock', label: '登录锁定与会话', before: null, after: '锁定已解除，全部会话已结束' },
        ],
      },
    );
    services.log.info('超级管理员的密码已由运维人员重置');
    return { account: loginName, password };
  });
}

/** Account and password when it was made just now (to be printed once); null when it was there already. */
export async function ensureSuper(services: Services): Promise<{ account: string; password: string } | null> {
  const known = await services.db.selectFrom('account').select('id').where('id', '=', superId).executeTakeFirst();
  if (known) return null;
  const { demo } = services.config;
  const { account, password } = demo ? demoSuper : { account: 'admin', password: generatePassword(services.random) };
  const at = isoAt(services.clock.now());
  const made = await sql`insert into account
      (id, login_name, name, password_hash, must_change_password, created_at, created_by, updated_at)
    values (${superId}, ${account}, '超级管理员', ${await hashPassword(password, services.random)}, ${!demo}, ${at}, ${superId}, ${at})
    on conflict do nothing`.execute(services.db);
  return made.numAffectedRows === 1n ? { account, password } : null;
}
