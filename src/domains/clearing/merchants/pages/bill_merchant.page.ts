/** 账单商户号: numbers and accounts that bills name and that are not set up elsewhere; bills of all others are refused. */
import { choice, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { channels } from '../../bills/bill-states.ts';

export default page({
  path: '/admin/platform/bill_merchant',
  title: '账单商户号',
  menu: ['交易', '核对结算'],
  order: 25,
  verbs: { vouch: '见证登记' },
  duties: { vouch: 'check' },
  fields: {
    channel: choice('渠道', channels, { required: true, width: 200 }),
    merchantNo: text('商户号', {
      required: true,
      max: 32,
      width: 300,
      columnWidth: 230,
      pattern: { source: '^[0-9A-Za-z_-]{4,32}$', message: '应为 4–32 位数字或字母' },
      help: '与账单里写的一样：微信支付为商户号，支付宝为账单开头「账号」一栏的数字',
    }),
    organizationId: ref('单位', 'organization', {
      none: '平台',
      width: 300,
      help: '单位自己的商户号才填，钱直达单位，账单里多出的款不由平台保管；平台的不填',
    }),
    note: longText('说明', { required: true, min: 2, max: 200, help: '从哪里核实是自己的：商户平台的名称、合同' }),
    source: choice('来源', [
      { value: 'PERSON', label: '登记', tone: 'info' },
      { value: 'FETCHED', label: '自动下载', tone: 'neutral' },
      { value: 'EARLIER', label: '原有账单', tone: 'neutral' },
    ]),
    makerName: text('登记人'),
    witnessName: text('见证人'),
    createdAt: time('登记时间'),
    status: choice('状态', [
      { value: 'NORMAL', label: '正常', tone: 'success' },
      { value: 'DISABLED', label: '停用', tone: 'danger' },
    ]),
  },
  list: {
    search: ['channel', 'organizationId', 'status', keyword('商户号', 'merchantNo')],
    notice: true,
    tools: ['create'],
    createLabel: '登记商户号',
    row: ['view', ...onOff('停用后「{merchantNo}」的账单不再收下，已收下的不变。确定停用？')],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['channel', 'merchantNo', 'organizationId', 'note'] }],
    done: '已登记，可以导入它的账单了',
    witness: { needs: 'vouch', says: '我已核实这个商户号是平台或该单位的。' },
  },
});
