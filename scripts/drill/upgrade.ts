/** The former version and this one on one database, at work: see upgrading.ts. */
import { rm } from 'node:fs/promises';
import { startEmbedded } from '../../src/kit/server/db/embedded/start.ts';
import { asUrl } from '../../tests/support/postgres-server.ts';
import { isWhole } from './compare.ts';
import { formerVersion } from './former.ts';
import { drillFolder } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { upgradeAtWork } from './upgrading.ts';
import { workFaults } from './work.ts';

export async function upgrade({ connections = 16, write, keep }: DrillOptions): Promise<void> {
  const former = await formerVersion();
  if ('none' in former) {
    console.log(`略过：${former.none}`);
    return;
  }
  const folder = await drillFolder('upgrade');
  const cluster = await startEmbedded({ dataDir: folder, log: () => undefined, durable: true });
  try {
    const databaseUrl = asUrl(cluster.connection);
    const size = { people: 1_000, terminals: connections, importRows: 200, small: false };
    const { known, now, byFormer, byNew, silenceMs, money } = await upgradeAtWork({
      former: former.version,
      databaseUrl,
      folder,
      ...size,
    });
    const [old, fresh] = [workFaults(byFormer), workFaults(byNew)];
    report(
      'upgrade',
      [
        ['先前的版本', former.version.slice(0, 12)],
        ['它知道的迁移，现在的', `${known}，${now}`],
        ['旧节点在新结构上：刷卡、列表、导入、导出、补贴', old === 0 ? '完成' : `${old} 处不对`],
        ['新节点在旧节点旁：刷卡、列表、导入、导出、补贴', fresh === 0 ? '完成' : `${fresh} 处不对`],
        ['旧节点离开时没有任何应答的最长时间（毫秒）', Math.round(silenceMs)],
        ['已应答的刷卡', money.acknowledged],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      { passed: isWhole(money) && old + fresh === 0, write },
    );
  } finally {
    await cluster.stop();
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}
