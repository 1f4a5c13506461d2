/** 采购设置: what a buyer orders alone. */
import { money } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/contractor/erp/purchase_setting',
  title: '采购设置',
  kind: 'settings',
  menu: ['进销存', '基础'],
  order: 90,
  limited: 'common',
  fields: {
    orderLimitFen: money('采购员下单限额', {
      min: 0,
      max: 100_000_000_000,
      width: 200,
      placeholder: '不限',
      help: '同一供应商、同一送货日合计超过它的采购单停在「超限待批」，由另一人（厨师长）批准；不填为不限',
    }),
  },
  form: { sections: [{ fields: ['orderLimitFen'] }] },
});
