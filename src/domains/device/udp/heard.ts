/** Counts of what came in, kept in memory and written every few seconds: a flood of bad datagrams costs no database. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Heard } from './links.ts';

/** Datagrams of nobody: no head of ours, no controller of ours, too many of one source. */
export interface Nobodys {
  malformed: number;
  stranger: number;
  limited: number;
}

export interface Counts {
  of(organizationId: number, deviceId: number): Heard;
  nobodys: Nobodys;
  flush(): Promise<void>;
}

export function countsOf({ pool }: Pick<Services, 'pool'>): Counts {
  let heard = new Map<number, Heard>();
  const nobodys: Nobodys = { malformed: 0, stranger: 0, limited: 0 };
  return {
    nobodys,
    of(organizationId, deviceId) {
      const known = heard.get(deviceId);
      if (known) return known;
      const fresh = { organizationId, taken: 0, forged: 0, replayed: 0, source: '', lastSeenMs: null };
      heard.set(deviceId, fresh);
      return fresh;
    },
    async flush() {
      const rows = [...heard];
      heard = new Map();
      const { malformed, stranger, limited } = nobodys;
      Object.assign(nobodys, { malformed: 0, stranger: 0, limited: 0 });
      if (rows.length > 0)
        await pool.query(
          `insert into udp_link as l (organization_id, device_id, source, last_seen_at, taken, forged, replayed)
           select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::bigint[])
           on conflict (organization_id, device_id) do update set taken = l.taken + excluded.taken,
             forged = l.forged + excluded.forged, replayed = l.replayed + excluded.replayed,
             source = case when excluded.source = '' then l.source else excluded.source end,
             last_seen_at = coalesce(excluded.last_seen_at, l.last_seen_at)`,
          [
            rows.map(([, { organizationId }]) => organizationId),
            rows.map(([deviceId]) => deviceId),
            rows.map(([, { source }]) => source),
            rows.map(([, { lastSeenMs }]) => (lastSeenMs === null ? null : isoAt(lastSeenMs))),
            rows.map(([, { taken }]) => taken),
            rows.map(([, { forged }]) => forged),
            rows.map(([, { replayed }]) => replayed),
          ],
        );
      if (malformed + stranger + limited > 0)
        await pool.query(
          `update udp_service set malformed = malformed + $1, stranger = stranger + $2, limited = limited + $3 where id = 1`,
          [malformed, stranger, limited],
        );
    },
  };
}
