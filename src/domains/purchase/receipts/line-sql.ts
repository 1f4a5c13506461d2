/** What was weighed and measured of an accepted line, in words; of whichever table alias it stands under. */
import { sql } from 'kysely';

export const weightsOf = (line: string) => sql`case when ${sql.ref(`${line}.tare_milli`)} > 0
  then trim_scale(${sql.ref(`${line}.gross_milli`)} / 1000.0) || ' − ' || trim_scale(${sql.ref(`${line}.tare_milli`)} / 1000.0) end`;

export const tempOf = (line: string) =>
  sql`case when ${sql.ref(`${line}.temp10`)} is not null then trim_scale(${sql.ref(`${line}.temp10`)} / 10.0) || ' ℃' end`;
