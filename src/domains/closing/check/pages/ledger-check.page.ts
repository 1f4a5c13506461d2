/** 账目核对: what the last proof of the ledger found, rule by rule, and a button for another one. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/ledger_check',
  title: '账目核对',
  duties: { check: 'look' },
  menu: ['资金账户', '账户对账'],
  kind: 'custom',
  order: 210,
  fields: {},
  verbs: { check: '立即核对' },
});
