/** The history of consents: a row for whatever was asked, said or taken back. Rows stay as they were written. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { acting } from '../acting.ts';
import type { ConsentKind } from './face-purposes.ts';

interface Said {
  kind: ConsentKind;
  purposes?: readonly string[];
  byWhom?: string;
  byName?: string;
  note?: string;
  /** When it was said; now otherwise. */
  at?: string;
  /** The signed paper. */
  file?: string | null;
}

/** The same of each of these people, in the caller's transaction; it was said to the newest notice of the unit. */
export async function noteConsents(ctx: Ctx, executor: Sql, personIds: readonly number[], said: Said): Promise<void> {
  const { organizationId, by } = acting(ctx);
  const now = isoAt(ctx.clock.now());
  await executor.query(
    `insert into face_consent (organization_id, id, person_id, kind, purposes, notice_no, by_whom, by_name, note, at,
       recorded_at, recorded_by, recorded_name, file)
     select $1, told.id, told.person_id, $4, $5, (select max(notice_no) from privacy_notice where organization_id = $1), $6, $7, $8,
       $9, $10, $11, $12, $13
     from unnest($2::bigint[], $3::bigint[]) told (id, person_id)`,
    [
      organizationId,
      await ctx.ids.take(personIds.length),
      personIds,
      said.kind,
      said.purposes ?? [],
      said.byWhom ?? null,
      said.byName ?? '',
      said.note ?? '',
      said.at ?? now,
      now,
      by,
      ctx.session.name,
      said.file ?? null,
    ],
  );
}

/** Of one person. */
export const noteConsent = (ctx: Ctx, executor: Sql, personId: number, said: Said): Promise<void> =>
  noteConsents(ctx, executor, [personId], said);
