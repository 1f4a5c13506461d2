import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { importBankResult } from '../bank-result.ts';
import spec from './transfer_accounts-result.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_payout_result as r', { columns: { table: null } }),
  create: (ctx, values) => importBankResult(ctx, spec.fields.table, String(values.table)),
});
