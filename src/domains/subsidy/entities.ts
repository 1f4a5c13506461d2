/** Rules, batches and returns of subsidies as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  subsidy_rule: { choices: '/admin/organization/subsidy/configure' },
  subsidy_batch: { choices: '/admin/organization/subsidy/batch_recharge', name: 'batch_no' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
