/** 对账单 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { statementColumns } from '../../sheets/account-words.ts';
import { daysOf } from '../../sheets/ledger-lines.ts';
import { signStatement, withSigns } from '../sign-statement.ts';
import { unitStatement } from '../unit-statement.ts';
import spec from './contractor-account-statement.page.ts';

export default bind(spec, {
  rows: async (ctx, search) => {
    const rows = await withSigns(ctx, await unitStatement(ctx, search), daysOf(search));
    const asked = search.signState ? [search.signState].flat() : null;
    return rows.filter(({ signState }) => !asked || asked.includes(signState));
  },
  proof: {
    reads: {
      openingFen: 'rollup_account_day before the first day',
      ...Object.fromEntries(Object.keys(statementColumns).map((key) => [key, `rollup_account_day of ${key}`])),
      closingFen: 'wallet.balance_fen',
    },
  },
  actions: {
    sign: (ctx, { values }) =>
      signStatement(ctx, {
        organizationId: values.organizationId as number,
        from: String(values.fromDate),
        to: String(values.toDate),
      }),
  },
});
