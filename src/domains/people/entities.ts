/** People, their departments and types as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  person: { choices: '/admin/organization/user' },
  department: { choices: '/admin/organization/department', tree: true },
  person_type: { choices: '/admin/organization/type' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
