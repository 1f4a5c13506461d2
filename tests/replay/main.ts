/** `npm run replay -- --data <folder> --url http://127.0.0.1:3000`: replays a real month and compares the reports. */
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/kit/server/clock.ts';
import { comparedLines, replayMonth } from './replay.ts';

const usage = `用法：npm run replay -- --data 目录 [选项]
  --data 目录            holders.csv.gz、card_month_aggregates.csv.gz、canteen_meal_counts.csv.gz 所在目录
  --url URL             服务器地址，默认 http://127.0.0.1:3000
  --seed N              随机种子，同一种子重演同一个月，默认 7
  --platform 登录名      平台账号，默认 platform（演示）
  --platform-password 密码  平台账号密码，默认演示密码
服务器须以 OFFLINE_DAYS 放宽脱机记录的期限，例如 OFFLINE_DAYS=5000 npm start。
每次回放开通一个新单位，不动已有的单位。`;

try {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      seed: { type: 'string', default: '7' },
      platform: { type: 'string', default: 'platform' },
      'platform-password': { type: 'string', default: 'onecard-demo' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !values.data) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else {
    const done = await replayMonth(
      {
        url: values.url.replace(/\/$/, ''),
        data: values.data,
        seed: Number(values.seed),
        platform: values.platform,
        platformPassword: values['platform-password'],
        say: (line) => console.log(line),
      },
      systemClock,
    );
    const { sent, setUpSeconds, sendSeconds } = done;
    console.log(
      `开户充值 ${setUpSeconds.toFixed(1)} 秒；上传 ${sendSeconds.toFixed(1)} 秒，每秒 ${Math.round(done.swipes / sendSeconds)} 条，重复 ${sent.duplicates}，重试 ${sent.retries}`,
    );
    for (const line of comparedLines(done.compared)) console.log(line);
    const off = done.compared.filter((c) => !c.ok).length;
    console.log(off === 0 ? '全部一致' : `${off} 项不一致`);
    process.exitCode = off === 0 ? 0 : 1;
  }
} catch (error) {
  const unreachable = error instanceof TypeError && error.message === 'fetch failed';
  console.error(unreachable ? '连接不上服务器，请先启动（npm start），或用 --url 指定地址' : (error as Error).message);
  process.exitCode = 1;
}
