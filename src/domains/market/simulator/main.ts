/** `npm run simulate:shop -- --url http://127.0.0.1:3000 --tills 2 --customers 60 --seed 7`: an hour at a shop's tills. */
import { parseArgs } from 'node:util';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { systemClock } from '../../../kit/server/clock.ts';
import { runSimulator, tallyLines, whole } from '../../device/public.server.ts';
import { simulateShop } from './simulate-shop.ts';

const usage = `用法：npm run simulate:shop -- [选项]
  --url URL             服务器地址，默认 http://127.0.0.1:3000
  --tills N             收银机台数，1–20，默认 2；最后一台中途断网
  --customers N         顾客数，1–10000，默认 60
  --seed N              随机种子，默认 7
  --account 登录名       单位账号，默认 school（演示）
  --password 密码        单位账号密码，默认演示密码
  --platform 登录名      平台账号，默认 platform（演示）
  --platform-password 密码  平台账号密码，默认演示密码
  --caterer 登录名       开店的承包商账号，默认 contractor（演示）
  --caterer-password 密码  承包商账号密码，默认演示密码`;

async function main(): Promise<void> {
  const secret = { type: 'string', default: 'onecard-demo' } as const;
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      tills: { type: 'string', default: '2' },
      customers: { type: 'string', default: '60' },
      seed: { type: 'string', default: '7' },
      account: { type: 'string', default: 'school' },
      password: secret,
      platform: { type: 'string', default: 'platform' },
      'platform-password': secret,
      caterer: { type: 'string', default: 'contractor' },
      'caterer-password': secret,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const began = performance.now();
  const { shop, tally, figures, short } = await simulateShop(
    {
      url: values.url.replace(/\/$/, ''),
      tills: whole('tills', values.tills, 1, 20),
      customers: whole('customers', values.customers, 1, 10_000),
      seed: whole('seed', values.seed, 0, 4_294_967_295),
      account: values.account,
      password: values.password,
      platform: values.platform,
      platformPassword: values['platform-password'],
      caterer: values.caterer,
      catererPassword: values['caterer-password'],
    },
    systemClock,
  );
  console.log(`${shop}：${values.tills} 台收银机，${values.customers} 位顾客，种子 ${values.seed}`);
  for (const line of tallyLines(tally, (performance.now() - began) / 1000)) console.log(line);
  console.log(`价格已变、重新结账 ${figures.repriced} 次，断网时售出 ${figures.kept} 笔`);
  console.log(
    `凭取货码发货 ${figures.handedOut} 单，${formatFenGrouped(figures.handedOutFen)} 元；待补库存 ${short} 行`,
  );
}

await runSimulator(main);
