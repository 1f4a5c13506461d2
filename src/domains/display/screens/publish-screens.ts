/** The SCREEN document of the unit's screens, told anew where what they show has changed. */
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { documentOf, readBoard } from './read-board.ts';

/** Publishes to these screens, or to all of the unit. What is read is what was committed before: a job follows each change. */
export async function publishScreens(services: Services, organizationId: number): Promise<number> {
  const { rows } = await services.pool.query<{ id: number }>(
    `select d.id from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
     where d.organization_id = $1 and d.status = 'ACTIVE' order by d.id`,
    [organizationId],
  );
  const docs: { deviceId: number; content: unknown }[] = [];
  for (const { id } of rows) {
    const board = await readBoard(services, organizationId, id);
    if (board) docs.push({ deviceId: id, content: documentOf(board) });
  }
  return services.db
    .transaction()
    .execute((db) =>
      services.deviceDocs.publish(
        { db, clock: services.clock } as Pick<Ctx, 'db' | 'clock'>,
        organizationId,
        'SCREEN',
        docs,
      ),
    );
}

/** Units with screens. */
export async function unitsWithScreens({ pool }: Services): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select /* wall: a job over every unit, each handled within its own */ distinct d.organization_id as id
     from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
     where d.organization_id is not null and d.status = 'ACTIVE' order by 1`,
  );
  return rows.map((row) => row.id);
}
