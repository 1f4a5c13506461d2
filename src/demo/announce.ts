/** Tells the operator where the console is and who may sign in. */

import { demoPassword, type ensureSuper } from '../domains/identity/public.server.ts';
import type { Services } from '../kit/server/context.ts';

const lines = (text: readonly string[]) => process.stdout.write(`\n${text.map((l) => `  ${l}`).join('\n')}\n\n`);

/** Prints the address and, once, the super administrator's password or the demo accounts. */
export function announce(services: Services, origin: string, created: Awaited<ReturnType<typeof ensureSuper>>): void {
  const address = origin.replace('0.0.0.0', '127.0.0.1');
  if (services.config.demo) {
    lines([
      `智慧一卡通服务平台已启动：${address}`,
      '',
      `演示账号（密码均为 ${demoPassword}）：`,
      'super       超级管理员',
      'platform    平台',
      'agent       代理商',
      'contractor  承包商',
      'school      单位（学校）',
      'company     单位（企业）',
      'finance     学校的复核人（审批用；企业为 finance2）',
      'canteen、nutrition、teacher  学校的食堂经理、营养师、班主任',
    ]);
    return;
  }
  lines([
    `智慧一卡通服务平台已启动：${address}`,
    ...(created
      ? ['', `超级管理员账号 ${created.account}，初始密码 ${created.password}（只显示这一次，首次登录须修改）`]
      : []),
  ]);
}
