/** An alert nobody takes goes on to the next post (safety rules: critical 10 and 30 minutes, warnings 4 hours). */
import { labelIn } from '../../kit/define/states.ts';
import { isoAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { patience, posts, stageAfter } from './alert-states.ts';
import type { AlertLevel } from './catalogue.ts';
import { tellRobots } from './robots/tell-robots.ts';
import { addStep } from './steps.ts';

interface Waiting {
  organizationId: number;
  id: number;
  level: AlertLevel;
  stage: number;
  raisedMs: number;
}

/** Escalates what has waited too long, each alert in a transaction of its own; safe to run on several nodes. */
export async function escalateAlerts(services: Services): Promise<number> {
  const { db, ids, clock, pool } = services;
  const now = clock.now();
  const shortest = Math.min(...Object.values(patience).flat());
  const { rows } = await pool.query<Waiting>(
    `select /* wall: alerts of every unit, each handled within its own */ organization_id as "organizationId", id, level,
       stage, (extract(epoch from raised_at) * 1000)::bigint as "raisedMs"
     from alert where status = 'OPEN' and raised_at <= $1 and level <> 'INFO' and stage < 2 order by raised_at, id`,
    [isoAt(now - shortest)],
  );
  let escalated = 0;
  for (const { organizationId, id, level, stage, raisedMs } of rows) {
    const due = stageAfter(level, now - raisedMs);
    if (due <= stage) continue;
    await db.transaction().execute(async (trx) => {
      const moved = await trx
        .updateTable('alert')
        .set((eb) => ({ stage: due, version: eb('version', '+', 1) }))
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'OPEN')
        .where('stage', '=', stage)
        .returning('id')
        .executeTakeFirst();
      if (!moved) return;
      const to = labelIn(posts, posts[due]!.value);
      const host = { db: trx, ids, clock };
      const minutes = Math.floor((now - raisedMs) / 60_000);
      await addStep(host, organizationId, id, 'ESCALATED', { note: `${minutes} 分钟无人处理，转告${to}` });
      await tellRobots(host, organizationId, id, `${minutes} 分钟无人处理，请${to}过问`);
      escalated += 1;
    });
  }
  return escalated;
}
