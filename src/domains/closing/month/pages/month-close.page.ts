/** 月结: the steps before the close, the totals that are closed, and the months closed so far. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/month_close',
  title: '月结',
  duties: { close: 'check', witness: 'check', verify_seals: 'check', pack: 'look' },
  menu: ['资金账户', '账户对账'],
  kind: 'custom',
  order: 220,
  fields: {},
  verbs: { accept: '填写说明', close: '月结', witness: '月结见证', verify_seals: '校验封存', pack: '导出月结资料' },
  witness: { close: { needs: 'witness', says: '见证人已核对各项检查与期末余额，同意月结。' } },
});
