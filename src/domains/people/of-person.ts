/** How rows about a person are narrowed by a data scope of departments: as the person is. */
import type { Through } from '../../kit/server/query/scope.ts';

export const ofPerson: Through = { table: 'person', by: 'person_id', column: 'department_id', unit: 'organization_id' };
