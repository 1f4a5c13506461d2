/** Rules of reporting meals as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  meal_rule: { choices: '/admin/organization/report_meal_mode' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
