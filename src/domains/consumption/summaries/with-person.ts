/** The person and the department beside rows that are added up by person. */
import type { Loose } from '../../../kit/server/query/list-statement.ts';

/** Adds the person `p` and the department `d` he is in now to a statement whose rows lie under `s`; walk-ins have neither. */
export const withPerson = <Q>(from: Q): Q =>
  (from as unknown as Loose)
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.person_id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    ) as unknown as Q;
