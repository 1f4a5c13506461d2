/** People: persons with their types and departments, job numbers and cards. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import './tables.ts';

export const people: Domain = {
  name: 'people',
  tables: {
    person_type: { organization: 'organization_id' },
    department: { organization: 'organization_id', department: 'id' },
    person: { organization: 'organization_id', department: 'department_id' },
    job_number: { organization: 'organization_id', department: 'department_id' },
    card: { organization: 'organization_id' },
    card_list_version: { organization: 'organization_id' },
  },
};
