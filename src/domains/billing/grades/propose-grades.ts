/** Once a year: what each agent bought, and the grade that follows from it; the platform decides. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';

/** What an agent's orders of a year come to, less what came back; `a` is the agent. */
export const boughtInYear = (agent: string, year: string) =>
  `(select coalesce(sum(p.pay_fen - p.returned_fen), 0)::bigint from purchase_order p where p.agent_id = ${agent}
     and p.status in ('PAID', 'SHIPPED', 'RECEIVED', 'CLOSED')
     and extract(year from p.paid_at at time zone 'Asia/Shanghai') = ${year})`;

/** Proposes for a year that is over, or so far; an agent with a proposal of that year keeps it. Answers how many are new. */
export async function proposeGrades(
  host: Pick<Services, 'pool' | 'ids' | 'clock'>,
  year: number,
  maker?: { id: number; name: string },
): Promise<number> {
  const { rows } = await host.pool.query<{ agentId: number; fromId: number; toId: number; fen: number }>(
    `select /* wall: the platform, for all its agents */ a.id as "agentId", a.grade_id as "fromId", g.id as "toId", b.fen
     from agent a cross join lateral (select ${boughtInYear('a.id', '$1')} as fen) b
     join lateral (select g.id from agent_grade g where g.annual_quota_fen <= b.fen order by g.annual_quota_fen desc, g.id limit 1) g on true
     where a.status = 'NORMAL' and g.id <> a.grade_id
       and not exists (select from agent_grade_proposal p where p.agent_id = a.id and p.year = $1) order by a.id`,
    [year],
  );
  const at = isoAt(host.clock.now());
  for (const { agentId, fromId, toId, fen } of rows)
    await host.pool.query(
      `insert into agent_grade_proposal (id, agent_id, year, from_grade_id, to_grade_id, bought_fen, status, maker_id, maker_name, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'PROPOSED', $7, $8, $9, $9) on conflict do nothing`,
      [await host.ids.next(), agentId, year, fromId, toId, fen, maker?.id ?? null, maker?.name ?? '系统', at],
    );
  return rows.length;
}

/** The year before this one, as the job of January means it. */
export const lastYear = (nowMs: number): number => Number(dateAt(nowMs).slice(0, 4)) - 1;
