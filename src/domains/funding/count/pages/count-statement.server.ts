/** 计次对账单. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { mealStatement } from '../statement.ts';
import { countKeys } from '../words.ts';
import spec from './count-statement.page.ts';

export default bind(spec, {
  rows: mealStatement,
  proof: {
    reads: {
      openingMeals: 'rollup_account_day before the first day',
      ...Object.fromEntries(countKeys.map((key) => [key, `rollup_account_day of ${key}`])),
      closingMeals: ['wallet.balance_fen', 'ledger_entry.amount_fen'],
    },
  },
});
