/** Bank accounts of units as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  unit_bank_account: {
    choices: '/admin/organization/bank_account',
    at: { contractor: '/admin/contractor/bank_account', platform: '/admin/platform/bank_account' },
    name: 'bank_name',
    alone: true,
  },
  /** A unit as far as it has money with the platform. */
  unit_balance: { choices: '/admin/platform/wallet_balance', name: 'unit_name', alone: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
