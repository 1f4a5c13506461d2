/** `npm run simulate:diners -- --url http://127.0.0.1:3000 --diners 2000 --seed 7`: people report and order a week of meals. */
import { parseArgs } from 'node:util';
import { systemClock } from '../../../kit/server/clock.ts';
import { runSimulator, whole } from '../../device/public.server.ts';
import { dinerLines } from './diner-tally.ts';
import { generateUnit } from './generate-unit.ts';
import { simulateDiners } from './simulate-diners.ts';

const usage = `用法：npm run simulate:diners -- [选项]
  --url URL             服务器地址，默认 http://127.0.0.1:3000
  --people N            新开一个有 N 人的模拟单位（1–20000），人人参加；不填则用 --account 的单位
  --diners N            就餐人数，1–20000，默认 200；单位没有这么多人时为全部
  --days N              今天起多少天的餐，1–14，默认 7
  --seed N              随机种子，默认 7
  --at-once N           同时操作的人数，1–200，默认 16
  --account 登录名       单位账号，默认 company（演示）
  --password 密码        单位账号密码，默认演示密码
  --platform 登录名      开单位的平台账号，默认 platform（演示）
  --platform-password 密码  平台账号密码，默认演示密码`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      people: { type: 'string' },
      diners: { type: 'string', default: '200' },
      days: { type: 'string', default: '7' },
      seed: { type: 'string', default: '7' },
      'at-once': { type: 'string', default: '16' },
      account: { type: 'string', default: 'company' },
      password: { type: 'string', default: 'onecard-demo' },
      platform: { type: 'string', default: 'platform' },
      'platform-password': { type: 'string', default: 'onecard-demo' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const options = {
    url: values.url.replace(/\/$/, ''),
    diners: whole('diners', values.diners, 1, 20_000),
    days: whole('days', values.days, 1, 14),
    seed: whole('seed', values.seed, 0, 4_294_967_295),
    atOnce: whole('at-once', values['at-once'], 1, 200),
    account: values.account,
    password: values.password,
  };
  const people = values.people === undefined ? 0 : whole('people', values.people, 1, 20_000);
  if (people > 0) {
    const { platform, 'platform-password': platformPassword } = values;
    options.account = await generateUnit({ ...options, people, platform, platformPassword }, systemClock);
    options.diners = people;
    console.log(`已开出模拟单位，单位账号 ${options.account}`);
  }
  const began = performance.now();
  const { tally, organization, diners } = await simulateDiners(options, systemClock);
  console.log(`${organization}：${diners} 人，${options.days} 天的餐，种子 ${options.seed}`);
  for (const line of dinerLines(tally, diners, (performance.now() - began) / 1000)) console.log(line);
}

await runSimulator(main);
