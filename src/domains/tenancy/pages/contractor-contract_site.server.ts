import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { contractColumns, contractNames } from '../contract-list.ts';
import { checkDraft, partnerId } from '../draft-contract.ts';
import { organizationName } from '../names.ts';
import { ownContractor } from '../own-contractor.ts';
import { terminateContract } from '../terminate-contract.ts';
import contract from './contractor-contract_site.page.ts';

const crud = tableCrud(contract, {
  table: 'contract_site',
  nameField: 'partnerName',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  skip: ['partnerName'],
  check: (_ctx, values, before) => checkDraft(values, before),
});

export default bind(contract, {
  list: {
    from: (db, ctx) => db.selectFrom('contract_site as s').where('s.contractor_id', '=', ownContractor(ctx)),
    id: 's.id',
    version: 's.version',
    columns: { ...contractColumns, partnerName: organizationName('s.organization_id') },
    names: contractNames,
  },
  create: async (ctx, values) => {
    const organizationId = await partnerId(ctx, 'organization', values.partnerName!);
    return isRefusal(organizationId) ? organizationId : crud.create(ctx, { ...values, organizationId });
  },
  update: crud.update,
  remove: async (ctx, id, before) => checkDraft({}, before) ?? crud.remove(ctx, id, before),
  actions: { terminate: terminateContract },
});
