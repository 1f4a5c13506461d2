import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { organizationName } from '../../names.ts';
import { ownContractor } from '../../own-contractor.ts';
import { contractActions } from '../change-contract.ts';
import { checkDraft, partnerId, refuseFixed } from '../draft-contract.ts';
import { servedNames } from '../served-names.ts';
import contract from './contractor-manage-contract-site.page.ts';

const crud = tableCrud(contract, {
  table: 'contract_site',
  nameField: 'partnerName',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  skip: ['partnerName'],
  check: (ctx, values, before) => checkDraft(ctx, ownContractor(ctx), values, before),
});

export default bind(contract, {
  list: over(contract, 'contract_site as s', {
    few: true,
    columns: { partnerName: organizationName('s.organization_id'), servedNames },
  }),
  create: async (ctx, values) => {
    const organizationId = await partnerId(ctx, 'organization', values.partnerName!);
    return isRefusal(organizationId) ? organizationId : crud.create(ctx, { ...values, organizationId });
  },
  update: crud.update,
  remove: async (ctx, id, before) => refuseFixed(before) ?? crud.remove(ctx, id, before),
  actions: { terminate: contractActions.terminate },
});
