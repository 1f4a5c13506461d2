/** Units, places and meals as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  region: { choices: '/admin/base/region', name: 'full_name', beside: true },
  agent: { choices: '/admin/platform/agent', beside: true },
  agent_grade: { choices: '/admin/agent/grade', beside: true },
  contractor: { choices: '/admin/platform/contractor', beside: true },
  organization: { choices: '/admin/platform/organization', beside: true },
  restaurant: { choices: '/admin/organization/restaurant', at: { contractor: '/admin/contractor/restaurant' } },
  deploy_site: { choices: '/admin/organization/deploy_site' },
  meal_period: { choices: '/admin/organization/meal' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
