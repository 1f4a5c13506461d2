/**
 * Sends what waits for the group robots: everything due for one robot goes as one message, so that a storm of alerts does
 * not run into its limit. What did not arrive is tried again, later each time, and said on the alert and on the robot.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { addStep } from '../steps.ts';
import type { RobotKind } from './robot-kinds.ts';
import { sayInGroup } from './robot-message.ts';

interface Due {
  organizationId: number;
  id: number;
  robotId: number;
  alertId: number;
  text: string;
  tries: number;
}

const mostTogether = 20;
const minuteMs = 60_000;
/** Wait before each further try; after the last the message is given up. */
const waits = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs];
/** A sender that died with messages in hand loses them to the next after this. */
const heldMs = 2 * minuteMs;

/** Takes what is due so that no other node sends it as well. */
async function takeDue({ pool, clock }: Services): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await pool.query<Due>(
    `update /* wall: the queue of every unit; each message goes to its own unit's robot */ alert_post p
       set not_before = $2, tries = p.tries + 1
     from (select organization_id, id from alert_post where status = 'PENDING' and not_before <= $1
           order by not_before, id limit 200 for update skip locked) d
     where p.organization_id = d.organization_id and p.id = d.id
     returning p.organization_id as "organizationId", p.id, p.robot_id as "robotId", p.alert_id as "alertId", p.text, p.tries`,
    [isoAt(now), isoAt(now + heldMs)],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Writes on a robot what became of the last message to it. */
export async function noteRobot(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  robotId: number,
  failed: string | undefined,
): Promise<void> {
  await pool.query(
    `update alert_robot set last_at = $3, last_ok = $4, last_error = $5 where organization_id = $1 and id = $2`,
    [organizationId, robotId, isoAt(clock.now()), failed === undefined, failed ?? ''],
  );
}

async function finish(services: Services, posts: readonly Due[], name: string, failed: string | undefined) {
  const { organizationId, tries } = posts[0]!;
  const now = services.clock.now();
  const wait = waits[tries - 1];
  const status = failed === undefined ? 'SENT' : wait === undefined ? 'FAILED' : 'PENDING';
  await services.db.transaction().execute(async (db) => {
    await db
      .updateTable('alert_post')
      .set({
        status,
        error: failed ?? '',
        ...(status === 'PENDING' ? { not_before: isoAt(now + wait!) } : { done_at: isoAt(now) }),
      })
      .where('organization_id', '=', organizationId)
      .where(
        'id',
        'in',
        posts.map(({ id }) => id),
      )
      .execute();
    const host = { db, ids: services.ids, clock: services.clock };
    // Of a message tried again and again the first failure and the end are worth a line.
    if (failed === undefined || tries === 1 || status === 'FAILED')
      for (const alertId of new Set(posts.map((post) => post.alertId)))
        await addStep(host, organizationId, alertId, failed === undefined ? 'TOLD' : 'NOT_TOLD', {
          note: failed === undefined ? name : `${name}：${failed}`,
        });
  });
}

/** Sends everything that is due now. */
export async function sendPosts(services: Services): Promise<void> {
  const due = await takeDue(services);
  const queues = Map.groupBy(due, (post) => `${post.robotId}:${post.tries}`);
  for (const queue of queues.values())
    for (let i = 0; i < queue.length; i += mostTogether) {
      const posts = queue.slice(i, i + mostTogether);
      const { organizationId, robotId } = posts[0]!;
      const robot = await services.db
        .selectFrom('alert_robot')
        .select(['name', 'kind', 'url', 'secret'])
        .where('organization_id', '=', organizationId)
        .where('id', '=', robotId)
        .executeTakeFirst();
      if (!robot) continue;
      const opened = {
        kind: robot.kind as RobotKind,
        url: services.vault.open(robot.url),
        secret: services.vault.open(robot.secret),
      };
      const failed = await sayInGroup(services, opened, posts.map(({ text }) => text).join('\n\n'));
      await noteRobot(services, organizationId, robotId, failed);
      await finish(services, posts, robot.name, failed);
    }
}
