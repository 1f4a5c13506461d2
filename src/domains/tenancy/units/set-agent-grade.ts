/** The grade of an agent, set by what the platform decided. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export const setAgentGrade = (tx: Sql, agentId: number, gradeId: number, at: string) =>
  tx.query(
    'update /* wall: the platform decided */ agent set grade_id = $2, updated_at = $3, version = version + 1 where id = $1',
    [agentId, gradeId, at],
  );
