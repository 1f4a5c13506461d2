import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { contractorName } from '../../names.ts';
import { contractActions } from '../change-contract.ts';
import { checkDraft, partnerId, refuseFixed } from '../draft-contract.ts';
import { openAccounts } from '../open-accounts.ts';
import { servedNames } from '../served-names.ts';
import contract from './organization-manage-contract-site.page.ts';

const crud = tableCrud(contract, {
  table: 'contract_site',
  nameField: 'partnerName',
  skip: ['partnerName'],
  check: (ctx, values, before) => checkDraft(ctx, values.contractorId ?? before?.contractorId, values, before),
});

export default bind(contract, {
  list: over(contract, 'contract_site as s', {
    few: true,
    columns: { partnerName: contractorName('s.contractor_id'), servedNames },
  }),
  create: async (ctx, values) => {
    const contractorId = await partnerId(ctx, 'contractor', values.partnerName!);
    return isRefusal(contractorId) ? contractorId : crud.create(ctx, { ...values, contractorId });
  },
  update: crud.update,
  remove: async (ctx, id, before) => refuseFixed(before) ?? crud.remove(ctx, id, before),
  actions: { ...contractActions, accounts: openAccounts },
});
