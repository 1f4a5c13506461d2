/** 暂停使用: who was asked again and has not answered by the day is on no terminal until the answer; the picture is kept. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { houseContext } from '../../../kit/server/page/make-context.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { askAgainPath } from './ask-again.ts';
import { settleFaces } from './face-reach.ts';
import { noteConsents } from './note-consent.ts';

/** A day after the last day to answer on; people are paused unit by unit, each unit in one transaction. */
export async function pauseUnanswered(services: Services): Promise<{ paused: number }> {
  const today = dateAt(services.clock.now());
  const { rows: units } = await services.pool.query<{ id: number }>(
    `select /* wall: a job over every unit */ distinct organization_id as id from face_info
      where answer_due_on < $1::date and paused_at is null order by 1`,
    [today],
  );
  let paused = 0;
  for (const { id } of units)
    await runCommand(houseContext(services, id, '系统', askAgainPath), async (ctx) => {
      paused += await pauseIn(ctx, today);
      return null;
    });
  return { paused };
}

async function pauseIn(ctx: Ctx, today: string): Promise<number> {
  const who = acting(ctx);
  const db = sqlOf(ctx.db);
  await lockPeople(db, who.organizationId);
  const { rows } = await db.query<{ personId: number }>(
    `update face_info set paused_at = $3, updated_at = $3, version = version + 1
      where organization_id = $1 and answer_due_on < $2::date and paused_at is null
      returning person_id as "personId"`,
    [who.organizationId, today, isoAt(ctx.clock.now())],
  );
  const personIds = rows.map(({ personId }) => personId);
  await noteConsents(ctx, db, personIds, { kind: 'PAUSED', note: '没有在期限内答复' });
  await settleFaces(db, who, { personIds }, ctx.session.name);
  return personIds.length;
}
