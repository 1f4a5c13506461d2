/** Inspectors as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  inspector: { choices: '/admin/organization/inspection_user' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
