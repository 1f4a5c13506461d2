/**
 * Gates that tell without pause while the server is killed in the middle and started again: a gate keeps what was not answered
 * and tells it again, so that in the end each passage stands once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Services } from '../src/kit/server/context.ts';
import type { MealFigure } from './meal-kitchen.ts';

export interface KillSite {
  services: Services;
  dataDir: string;
  databaseUrl: string;
  organizationId: number;
  gates: number[];
  people: number[];
}

interface Child {
  process: ChildProcess;
  port: number;
}

const script = fileURLToPath(new URL('gate-child.ts', import.meta.url));
const patienceMs = 5_000;
const againMs = 200;

async function start({ dataDir, databaseUrl, organizationId, gates }: KillSite): Promise<Child> {
  const order = JSON.stringify({ dataDir, databaseUrl, organizationId, gates });
  const child = spawn(process.execPath, [script, order], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => Promise.reject(new Error('gate-child ended before it listened'))),
  ])) as [Buffer];
  return { process: child, port: Number(String(first)) };
}

/** For `seconds`, each gate `perSecond` times a second; killed half-way, up again as soon as it can. */
export async function measureKill(site: KillSite, seconds: number, perSecond: number): Promise<MealFigure> {
  const { services, gates, people } = site;
  let child: Child | undefined = await start(site);
  const end = performance.now() + seconds * 1_000;
  let again = 0;
  let told = 0;
  const gate = async (deviceId: number, nth: number) => {
    let no = 0;
    const waiting: object[] = [];
    while (performance.now() < end || waiting.length > 0) {
      if (performance.now() < end) {
        no += 1;
        waiting.push({
          epoch: 2,
          no,
          kind: 'PASSAGE',
          at: services.clock.now(),
          direction: no % 2 ? 'IN' : 'OUT',
          identify: 'CARD',
          personId: people[(nth * 31 + no) % people.length]!,
          verdict: 'PASS',
        });
      }
      const events = waiting.slice(0, 500);
      try {
        const reply = await fetch(`http://127.0.0.1:${child?.port ?? 1}/`, {
          method: 'POST',
          body: JSON.stringify({ deviceId, events }),
          signal: AbortSignal.timeout(patienceMs),
        });
        const { answers } = (await reply.json()) as { answers?: { result: string }[] };
        if (!answers) throw new Error('busy');
        told += answers.filter(({ result }) => result === 'TAKEN').length;
        again += answers.filter(({ result }) => result === 'DUPLICATE').length;
        waiting.splice(0, events.length);
      } catch {
        await pause(againMs);
      }
      await pause(1_000 / perSecond);
    }
    return no;
  };
  const killing = (async () => {
    await pause((seconds * 1_000) / 2);
    child!.process.kill('SIGKILL');
    child = undefined;
    child = await start(site);
  })();
  const sent = (await Promise.all(gates.map(gate))).reduce((sum, no) => sum + no, 0);
  await killing;
  (child as Child).process.kill('SIGKILL');
  const { rows } = await services.pool.query<{ n: number; once: number }>(
    `select count(*)::int as n, count(distinct (device_id, no))::int as once from passage
     where organization_id = $1 and epoch = 2`,
    [site.organizationId],
  );
  const { n, once: single } = rows[0]!;
  return {
    name: `${gates.length} 台闸机 × ${perSecond}/s，${seconds} 秒，中途 kill -9 服务`,
    said: `丢失 ${sent - single} 条，重复 ${n - single} 条`,
    limit: '0 / 0',
    beside: `共 ${sent} 条，应答收下 ${told}，重传后认出 ${again}`,
  };
}
