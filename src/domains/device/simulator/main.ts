/** `npm run simulate -- --url http://127.0.0.1:3000 --terminals 20 --swipes 500 --seed 7`: a lunch played by terminals; `--play` others. */
import { parseArgs } from 'node:util';
import { systemClock } from '../../../kit/server/clock.ts';
import { runSimulator, whole } from './command-line.ts';
import { playSafety, type SafetyPlay, safetyPlays } from './safety/safety-plays.ts';
import { safetyLines } from './safety/tell.ts';
import { simulate } from './simulate.ts';
import { tallyLines } from './tally.ts';

const usage = `用法：npm run simulate -- [选项]
  --play 名称            lunch 午餐（默认）、gate 校门早晨、udp UDP 控制器、morning 后厨晨检、night 留样柜一夜、outbreak 餐后群体发病
  --udp-port N          服务器的 UDP_PORT，默认 7100，只用于 udp
  --url URL             服务器地址，默认 http://127.0.0.1:3000
  --terminals N         消费机台数，1–500，默认 20
  --swipes N            刷卡次数，1–100000，默认 500
  --seed N              随机种子，同一种子重演同一顿午餐，默认 7
  --seconds N           用多少秒演完，1–3600，默认 20
  --account 登录名       单位账号，默认 school（演示）
  --password 密码        单位账号密码，默认演示密码
  --platform 登录名      平台账号，默认 platform（演示）
  --platform-password 密码  平台账号密码，默认与单位账号相同`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      terminals: { type: 'string', default: '20' },
      swipes: { type: 'string', default: '500' },
      seed: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '20' },
      account: { type: 'string', default: 'school' },
      password: { type: 'string', default: 'onecard-demo' },
      platform: { type: 'string', default: 'platform' },
      'platform-password': { type: 'string' },
      play: { type: 'string', default: 'lunch' },
      'udp-port': { type: 'string', default: '7100' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const options = {
    url: values.url.replace(/\/$/, ''),
    terminals: whole('terminals', values.terminals, 1, 500),
    swipes: whole('swipes', values.swipes, 1, 100_000),
    seed: whole('seed', values.seed, 0, 4_294_967_295),
    seconds: whole('seconds', values.seconds, 1, 3_600),
    account: values.account,
    password: values.password,
    platform: values.platform,
    platformPassword: values['platform-password'] ?? values.password,
  };
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (values.play !== 'lunch') {
    const play = safetyPlays.find((one) => one === values.play) as SafetyPlay | undefined;
    if (!play) throw new Error(`--play 应为 lunch、${safetyPlays.join('、')}`);
    const udpPort = whole('udp-port', values['udp-port'], 1, 65_535);
    const told = await playSafety(play, { ...options, udpPort }, systemClock);
    for (const line of safetyLines(told, seconds())) console.log(line);
    return;
  }
  const { tally, organization, mode } = await simulate(options, systemClock);
  console.log(`${organization}：${options.terminals} 台消费机，计划刷卡 ${options.swipes} 次，种子 ${options.seed}`);
  if (mode === 'AMOUNT') console.log('当前不在供餐时间，按金额方式消费');
  for (const line of tallyLines(tally, seconds())) console.log(line);
}

await runSimulator(main);
