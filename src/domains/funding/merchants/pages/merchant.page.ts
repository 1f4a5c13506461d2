/** 直连商户: merchant numbers of units' own. What is paid to them is the unit's at once; the platform holds and pays none of it. */
import { choice, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

const file = (label: string, help: string) =>
  text(label, {
    max: 80,
    width: 300,
    help,
    pattern: { source: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$', message: '只填文件名，不含目录' },
  });

export default page({
  path: '/admin/platform/merchant',
  title: '直连商户',
  menu: ['资金', '资金'],
  order: 95,
  fields: {
    organizationId: ref('单位', 'organization', { required: true, createOnly: true, width: 300 }),
    channel: choice(
      '渠道',
      [
        { value: 'WECHAT', label: '微信支付' },
        { value: 'ALIPAY', label: '支付宝' },
      ],
      { required: true, createOnly: true, width: 200 },
    ),
    merchantNo: text('商户号', {
      required: true,
      createOnly: true,
      max: 32,
      width: 300,
      columnWidth: 170,
      pattern: { source: '^[0-9A-Za-z_-]{4,32}$', message: '应为 4–32 位数字或字母' },
      help: '微信支付填商户号，支付宝填应用号；保存后不能更改，旧订单按它对账',
    }),
    appId: text('公众号或小程序', { max: 32, width: 300, when: (v) => v.channel === 'WECHAT' }),
    serialNo: text('证书序列号', { max: 64, width: 300, when: (v) => v.channel === 'WECHAT' }),
    keyFile: file('私钥文件', '服务器密钥目录（PAY_KEY_DIR）中的文件名，这里不保存密钥本身'),
    secretFile: file('验签文件', '微信支付为 APIv3 密钥文件，支付宝为支付宝公钥文件'),
    platformKeys: text('平台证书', {
      max: 400,
      width: 400,
      when: (v) => v.channel === 'WECHAT',
      pattern: {
        source: '^[0-9A-Za-z_]+=[A-Za-z0-9_-][A-Za-z0-9._-]*(,[0-9A-Za-z_]+=[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
        message: '格式为 序列号=文件名，多个以逗号分隔',
      },
      help: '序列号=文件名，多个以逗号分隔',
    }),
    status: choice(
      '状态',
      [
        { value: 'ON', label: '收款中', tone: 'success' },
        { value: 'OFF', label: '已停用', tone: 'danger' },
      ],
      { required: true, initial: 'ON', help: '停用后新的收款改走平台商户号，旧订单仍向它查询和退款' },
    ),
    createdAt: time('登记时间'),
  },
  list: {
    columns: ['organizationId', 'channel', 'merchantNo', 'status', 'createdAt'],
    search: ['organizationId', 'channel', 'status', keyword('商户号', 'merchantNo')],
    tools: ['create'],
    row: ['edit', 'view'],
  },
  form: {
    sections: [
      { title: '商户', fields: ['organizationId', 'channel', 'merchantNo', 'status'] },
      { title: '密钥', fields: ['appId', 'serialNo', 'keyFile', 'secretFile', 'platformKeys'] },
    ],
  },
});
