/** The two lists of what cabinets and cameras saw: pictures, and clips. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';

/** Rows of a kind, with who and which sample they show. */
export const snapshotsFrom = (kind: 'PICTURE' | 'CLIP') => (db: Db) =>
  db
    .selectFrom('snapshot as n')
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'n.organization_id').onRef('p.id', '=', 'n.person_id'),
    )
    .leftJoin('sample as s', (on) =>
      on.onRef('s.organization_id', '=', 'n.organization_id').onRef('s.id', '=', 'n.sample_id'),
    )
    .where('n.kind', '=', kind);

export const snapshotColumns = { sampleNo: 's.sample_no', dish: 's.dish_name' } as const;

export const snapshotNames = {
  personId: 'p.name',
  deviceId: sql`(select v.name from device v where v.organization_id = n.organization_id and v.id = n.device_id)`,
} as const;
