/** Puts a message about an alert into the queue of every group robot that carries its level, in the transaction that raised it. */

import { labelIn } from '../../../kit/define/states.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type AlertKind, type AlertLevel, alertLevels, kindsOfAlert } from '../catalogue.ts';
import type { AlertHost } from '../host.ts';

interface Told {
  kind: AlertKind;
  level: AlertLevel;
  object_name: string;
  detail: string;
  restaurant: string | null;
  count: number;
}

/** From when on hints may ring, by the unit's clock. */
const morningHour = 8;

/** The next morning, or now if it is day: hints wait for it, nothing graver does. */
function notBefore(level: AlertLevel, nowMs: number): number {
  const morning = Date.parse(`${dateAt(nowMs)}T00:00:00+08:00`) + morningHour * 3_600_000;
  return level === 'INFO' && nowMs < morning ? morning : nowMs;
}

/** `what` is why it is told now: 升级, 已恢复; '' for the first time. */
export async function tellRobots(
  host: AlertHost,
  organizationId: number,
  alertId: number,
  what: string,
): Promise<void> {
  const db = sqlOf(beyondScope(host));
  const robots = await db.query<{ id: number }>(
    `select r.id from alert_robot r join alert a on a.organization_id = r.organization_id and a.id = $2
     where r.organization_id = $1 and r.status = 'NORMAL'
       and array_position(array['INFO', 'WARN', 'CRITICAL'], r.min_level) <= array_position(array['INFO', 'WARN', 'CRITICAL'], a.level)
     order by r.id`,
    [organizationId, alertId],
  );
  if (robots.rows.length === 0) return;
  const { rows } = await db.query<Told>(
    `select a.kind, a.level, a.object_name, a.detail, a.count, r.name as restaurant from alert a
     left join restaurant r on r.organization_id = a.organization_id and r.id = a.restaurant_id
     where a.organization_id = $1 and a.id = $2`,
    [organizationId, alertId],
  );
  const { kind, level, object_name, detail, restaurant, count } = rows[0]!;
  const head = `【${labelIn(alertLevels, level)}】${kindsOfAlert[kind].label}${what ? ` · ${what}` : ''}`;
  const where = restaurant ? `${restaurant} · ${object_name}` : object_name;
  const body = `${head}\n${where}\n${detail}${count > 1 ? `\n第 ${count} 次` : ''}`;
  const nowMs = host.clock.now();
  for (const { id } of robots.rows)
    await db.query(
      `insert into alert_post (organization_id, id, robot_id, alert_id, text, not_before, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [organizationId, await host.ids.next(), id, alertId, body, isoAt(notBefore(level, nowMs)), isoAt(nowMs)],
    );
}
