/** The list and the plain commands behind both contract pages. */
import type { ListSource } from '../../kit/server/page/binding.ts';
import type { contractFields } from './contract-fields.ts';
import { contractorName, namesWithin, organizationName } from './names.ts';

export const contractColumns: ListSource<typeof contractFields>['columns'] = {
  contractorId: 's.contractor_id',
  organizationId: 's.organization_id',
  restaurantIds: 's.restaurant_ids',
  startDate: 's.start_date',
  endDate: 's.end_date',
  shareRatio: 's.share_ratio',
  manageFeeFen: 's.manage_fee_fen',
  depositAmountFen: 's.deposit_amount_fen',
  settleCycle: 's.settle_cycle',
  bearCorrection: 's.bear_correction',
  attachment: 's.attachment',
  status: 's.status',
  endedReason: 's.ended_reason',
  createdAt: 's.created_at',
};

export const contractNames: ListSource<typeof contractFields>['names'] = {
  contractorId: contractorName('s.contractor_id'),
  organizationId: organizationName('s.organization_id'),
  restaurantIds: namesWithin('restaurant', 's.organization_id', 's.restaurant_ids'),
};
