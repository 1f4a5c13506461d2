/** 个人充值汇总: what each person's purses got and gave back in a time, apart from meals. */
import { date, money, ref, text } from '../../../../kit/define/field.ts';
import { against, eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, keyword, page, range } from '../../../../kit/define/page.ts';

/** The person's documents of the period on another page; `started` is the period that page starts with. */
const documents = (path: string, started: string, more: Record<string, unknown> = {}): Drill => ({
  path,
  search: (row, search) => ({ [started]: null, businessDate: search.businessDate, personId: row.id, ...more }),
});
const orders = (channel: readonly string[]) =>
  documents('/admin/organization/recharge/detail', 'createdAt', {
    channel,
    status: ['CREDITED', 'PART_REFUNDED', 'REFUNDED'],
  });
const subsidyLines = (lineKind: readonly string[]): Drill => ({
  path: '/admin/organization/subsidy/detail',
  search: (row, search) => ({ businessDate: search.businessDate, personId: row.id, lineKind }),
});
const statement = documents('/admin/organization/account_statement', 'account');

export default page({
  path: '/admin/organization/personal_recharge_summary',
  title: '个人充值汇总',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费报表'],
  order: 55,
  fields: {
    name: text('姓名', { sortable: true }),
    jobNumber: text('工号', { sortable: true }),
    departmentId: ref('部门', 'department'),
    typeId: ref('人员类别', 'person_type'),
    businessDate: date('期间'),
    onlineFen: money('线上充值', { help: '微信、支付宝、银行、转账与自助机，已减冲正' }),
    cashFen: money('现金存款', { help: '现金存款与现金充值，已减冲正' }),
    importFen: money('批量充值', { help: '已减冲正' }),
    giftFen: money('赠送', { help: '充值时与充值活动赠送的金额，已减冲正、收回与到期清零' }),
    subsidyFen: money('补贴发放', { help: '含结转' }),
    refundFen: money('退款'),
    cashOutFen: money('取款', { help: '已减冲正' }),
    clearedFen: money('补贴清零', { help: '含转入下期的结转，已减恢复' }),
    returnedFen: money('退补贴', { help: '已减撤销' }),
    netFen: money('净增', { sortable: true, help: '消费以外进入账户的金额，减去退出的金额' }),
  },
  list: {
    columns: except('businessDate'),
    subline: { name: 'jobNumber' },
    search: [range('businessDate', 'thisMonth'), 'departmentId', 'typeId', keyword('姓名/工号', 'name', 'jobNumber')],
    sort: '-netFen',
    totals: all(),
  },
  report: {
    identities: [
      eq('netFen', [
        'onlineFen',
        'cashFen',
        'importFen',
        'giftFen',
        'subsidyFen',
        '-refundFen',
        '-cashOutFen',
        '-clearedFen',
        '-returnedFen',
      ]),
      against('netFen', '对账单同期'),
    ],
    drill: {
      ...statement,
      columns: {
        // Over several kinds of documents: no one list adds up to them.
        netFen: null,
        cashFen: null,
        giftFen: null,
        onlineFen: orders(['WECHAT', 'ALIPAY', 'BANK', 'TRANSFER', 'DEVICE']),
        importFen: orders(['IMPORT']),
        refundFen: documents('/admin/organization/refund/detail', 'at', { status: 'SUCCESS' }),
        cashOutFen: documents('/admin/organization/cash_out_detail', 'at', { status: 'OK' }),
        subsidyFen: subsidyLines(['GRANT', 'CARRY', 'RESTORE']),
        clearedFen: subsidyLines(['CLEAR', 'CLEAR_BACK']),
        returnedFen: subsidyLines(['RETURN', 'RETURN_BACK']),
      },
    },
  },
});
