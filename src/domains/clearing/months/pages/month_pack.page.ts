/** 资料包校验: all packs in their chain, and what a pack somebody brings has become. */
import { date, file, int, ref, text, time } from '../../../../kit/define/field.ts';
import { except, months, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/month_pack',
  title: '资料包校验',
  menu: ['交易', '核对结算'],
  order: 60,
  wide: ['organizationId'],
  duties: { verify: 'look' },
  fields: {
    organizationId: ref('单位', 'organization'),
    month: date('月份'),
    monthName: text('月份', { columnWidth: 90 }),
    seq: int('链上位置', { sortable: true }),
    packHash: text('资料包哈希', { columnWidth: 300 }),
    previousHash: text('前一个的哈希', { columnWidth: 200 }),
    manifestHash: text('清单哈希', { columnWidth: 200 }),
    keyId: text('签名密钥'),
    bytes: int('字节'),
    madeName: text('锁定人'),
    madeAt: time('锁定时间'),
  },
  list: {
    columns: except('month', 'manifestHash', 'bytes'),
    detail: except('month'),
    search: ['organizationId', months('month')],
    sort: '-seq',
    row: ['view'],
    tools: [
      {
        key: 'verify',
        label: '校验资料包',
        tone: 'primary',
        shows: 'receipt',
        form: { fileKey: file('资料包', { required: true, help: '锁定时生成的 zip 文件' }) },
        done: '已校验',
      },
    ],
  },
});
