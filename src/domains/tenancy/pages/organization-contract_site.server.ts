import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { activateContract } from '../activate-contract.ts';
import { contractColumns, contractNames } from '../contract-list.ts';
import { checkDraft, partnerId } from '../draft-contract.ts';
import { contractorName } from '../names.ts';
import { terminateContract } from '../terminate-contract.ts';
import contract from './organization-contract_site.page.ts';

const crud = tableCrud(contract, {
  table: 'contract_site',
  nameField: 'partnerName',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
  skip: ['partnerName'],
  check: (_ctx, values, before) => checkDraft(values, before),
});

export default bind(contract, {
  list: {
    from: (db) => db.selectFrom('contract_site as s'),
    id: 's.id',
    version: 's.version',
    columns: { ...contractColumns, partnerName: contractorName('s.contractor_id') },
    names: contractNames,
  },
  create: async (ctx, values) => {
    const contractorId = await partnerId(ctx, 'contractor', values.partnerName!);
    return isRefusal(contractorId) ? contractorId : crud.create(ctx, { ...values, contractorId });
  },
  update: crud.update,
  remove: async (ctx, id, before) => checkDraft({}, before) ?? crud.remove(ctx, id, before),
  actions: { activate: activateContract, terminate: terminateContract },
});
