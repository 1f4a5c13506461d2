/**
 * An activity's budget, taken in lanes: a process books a part of it and gives from that part in its memory, so that swipes
 * wait for no row they share. What a lane gave is what its uses say; a lane nobody closes lapses, and what it did not give
 * is free again.
 */
import type { Pool } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';

export type LaneTools = Pick<Services, 'clock' | 'ids'> & { pool: Pool };

export interface LaneOf {
  organizationId: number;
  contractorId: number;
  activityId: number;
}

export interface Lane extends LaneOf {
  id: number;
  /** Not given and not held by anybody. */
  freeFen: number;
  until: number;
}

/** Nothing is begun on a lane after this time, and a while later anybody may close it. */
const laneMs = 120_000;
const lapseMs = 180_000;
/** So long nobody asks again for a budget that was used up. */
const dryMs = 5_000;

/** Books `wantFen` and, where there is enough, up to `chunkFen`; undefined when not even `leastFen` is left. */
export async function openLane(
  tools: LaneTools,
  of: LaneOf,
  { wantFen, leastFen }: { wantFen: number; leastFen: number },
): Promise<Lane | undefined> {
  const id = await tools.ids.next();
  const now = tools.clock.now();
  return inTransaction(tools.pool, async (tx) => {
    const { rows } = await tx.query<{ left: number }>(
      `select budget_fen - reserved_fen as left from activity where contractor_id = $1 and id = $2 for no key update`,
      [of.contractorId, of.activityId],
    );
    const fen = Math.min(wantFen, rows[0]?.left ?? 0);
    if (fen <= 0 || fen < leastFen) return undefined;
    await tx.query('update activity set reserved_fen = reserved_fen + $3 where contractor_id = $1 and id = $2', [
      of.contractorId,
      of.activityId,
      fen,
    ]);
    await tx.query(
      `insert into activity_lane (organization_id, id, contractor_id, activity_id, allotted_fen, opened_at, until)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [of.organizationId, id, of.contractorId, of.activityId, fen, isoAt(now), isoAt(now + lapseMs)],
    );
    return { ...of, id, freeFen: fen, until: now + laneMs };
  });
}

/** Closes a lane: what its uses do not say is free again. */
export async function closeLane(tools: Pick<LaneTools, 'pool' | 'clock'>, organizationId: number, id: number) {
  await inTransaction(tools.pool, async (tx) => {
    // Waits for uses under way; those that come after find it closed.
    const { rows } = await tx.query<{ contractor_id: number; activity_id: number; allotted_fen: number }>(
      `select contractor_id, activity_id, allotted_fen from activity_lane
       where organization_id = $1 and id = $2 and closed_at is null for update`,
      [organizationId, id],
    );
    const lane = rows[0];
    if (!lane) return;
    const used = await tx.query<{ fen: number }>(
      'select coalesce(sum(fen), 0)::bigint as fen from activity_use where organization_id = $1 and lane_id = $2',
      [organizationId, id],
    );
    const usedFen = used.rows[0]!.fen;
    await tx.query('update activity_lane set used_fen = $3, closed_at = $4 where organization_id = $1 and id = $2', [
      organizationId,
      id,
      usedFen,
      isoAt(tools.clock.now()),
    ]);
    await tx.query('update activity set reserved_fen = reserved_fen - $3 where contractor_id = $1 and id = $2', [
      lane.contractor_id,
      lane.activity_id,
      lane.allotted_fen - usedFen,
    ]);
  });
}

/** Lanes of processes that are gone, or done with them. */
export async function closeLapsed(tools: Pick<LaneTools, 'pool' | 'clock'>): Promise<number> {
  const { rows } = await tools.pool.query<{ organization_id: number; id: number }>(
    'select organization_id, id from activity_lane where closed_at is null and until < $1 order by organization_id, id limit 500',
    [isoAt(tools.clock.now())],
  );
  for (const { organization_id, id } of rows) await closeLane(tools, organization_id, id);
  return rows.length;
}

/** Money of the budget held for one swipe. */
export interface Held {
  laneId: number;
  fen: number;
  /** What was not used is free again. */
  done(usedFen: number): void;
}

/** The lanes of this process, one at a time for each activity and organization. */
export class Lanes {
  private readonly open = new Map<string, Promise<Lane | undefined>>();
  /** Budgets that were used up when last asked, and until when that is believed. */
  private readonly dry = new Map<string, number>();
  private readonly tools: LaneTools;

  constructor(tools: LaneTools) {
    this.tools = tools;
  }

  /** Up to `wantFen` of the activity's budget; `chunkFen` is booked at once when the lane runs dry. Undefined when it is used up. */
  async hold(of: LaneOf, wantFen: number, chunkFen: number): Promise<Held | undefined> {
    const key = `${of.activityId} ${of.organizationId}`;
    const now = this.tools.clock.now();
    let lane = await this.open.get(key);
    if (!lane || lane.until <= now || lane.freeFen < wantFen) {
      const stale = lane;
      lane = await this.next(key, of, stale, Math.max(wantFen, chunkFen));
    }
    if (!lane || lane.until <= now) return undefined;
    const fen = Math.min(wantFen, lane.freeFen);
    if (fen <= 0) return undefined;
    lane.freeFen -= fen;
    const from = lane;
    return { laneId: from.id, fen, done: (usedFen) => (from.freeFen += fen - usedFen) };
  }

  /** The lane after `stale`, asked for once however many wait; what `stale` has left stays its own until it lapses. */
  private async next(key: string, of: LaneOf, stale: Lane | undefined, wantFen: number): Promise<Lane | undefined> {
    const current = this.open.get(key);
    if (current && (await current) !== stale) return current;
    if (current !== this.open.get(key)) return this.open.get(key);
    if ((this.dry.get(key) ?? 0) > this.tools.clock.now()) return stale;
    const opening = openLane(this.tools, of, { wantFen, leastFen: 1 }).then((lane) => {
      if (!lane) this.dry.set(key, this.tools.clock.now() + dryMs);
      return lane ?? stale;
    });
    this.open.set(key, opening);
    opening.catch(() => this.open.delete(key));
    return opening;
  }

  /** Gives everything back: the process ends. */
  async close(): Promise<void> {
    for (const opening of this.open.values()) {
      const lane = await opening.catch(() => undefined);
      if (lane) await closeLane(this.tools, lane.organizationId, lane.id);
    }
    this.open.clear();
  }
}
