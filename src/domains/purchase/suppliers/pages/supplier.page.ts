/** 供应商: who delivers, until when his papers hold, how he has delivered; the platform's own and each caterer's. */
import {
  bool,
  choice,
  choices,
  date,
  file,
  hm,
  int,
  longText,
  money,
  percent,
  phone,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';
import { unpaid } from '../../statements/statement-states.ts';
import { paperKinds, supplierStates } from '../supplier-words.ts';

const ofCaterer = { only: ['contractor'] } as const;

const paper = {
  kind: choice('类型', paperKinds, { required: true }),
  paperNo: text('编号', { max: 60 }),
  expiresOn: date('到期日'),
  file: file('扫描件'),
};

export const supplier = page({
  title: '供应商',
  places: [
    { path: '/admin/contractor/erp/supplier', menu: ['进销存', '基础'] },
    { path: '/admin/platform/supplier', menu: ['商超', '商超'] },
  ],
  order: 15,
  limited: 'common',
  fields: {
    name: text('名称', { required: true, max: 60 }),
    categories: choices('供货类别', goodsCategories),
    contact: text('联系人', { max: 20 }),
    phone: phone('电话'),
    address: text('地址', { max: 100, width: 400 }),
    licenceNo: text('营业执照号', { max: 40 }),
    foodLicenceNo: text('食品许可证号', { max: 40 }),
    orderUntil: hm('每日截单', {
      max: 1_439,
      placeholder: '不限',
      help: '当天这个时刻以后下的单算第二天的，送到的日子顺延一天；不填为全天接单',
    }),
    licenceEnd: date('许可证到期', { required: true, help: '到期后不能下单' }),
    paperEnd: date('最早到期的证照'),
    daysLeft: int('剩余', { unit: '天', help: '许可证与证照中最早到期的还有几天，已过期的为负' }),
    monthFen: money('本月验收金额', ofCaterer),
    refusedRatio: percent('拒收率', { ...ofCaterer, help: '近 90 天拒收的行' }),
    shortRatio: percent('缺量率', { ...ofCaterer, help: '近 90 天未送足的采购量' }),
    drift: percent('涨价', {
      ...ofCaterer,
      help: '近 90 天验收的货，按各自在这 90 天里第一次的进价算要付多少，实付比它多了多少',
    }),
    score: int('评分', {
      ...ofCaterer,
      unit: '分',
      help: '100 分减去拒收率、缺量率与涨价的百分数，近 90 天没有验收的不评',
    }),
    owedFen: money('未付对账', { ...ofCaterer, help: '已生成、还没有付款的对账单' }),
    blacklisted: bool('黑名单', { words: [{ label: '是', tone: 'danger' }, { label: '' }] }),
    blackReason: text('拉黑原因'),
    state: choice('状态', supplierStates),
    status: choice(
      '启用',
      [
        { value: 'NORMAL', label: '启用' },
        { value: 'DISABLED', label: '停用' },
      ],
      { hidden: true },
    ),
    createdAt: time('建档时间'),
  },
  list: {
    columns: except('address', 'orderUntil', 'licenceNo', 'foodLicenceNo', 'blacklisted', 'blackReason', 'createdAt'),
    important: ['name', 'phone', 'licenceEnd', 'daysLeft', 'score', 'monthFen', 'owedFen', 'state'],
    search: [keyword('名称/联系人', 'name', 'contact'), 'state', 'blacklisted', 'licenceEnd'],
    sort: 'name',
    totals: ['monthFen', 'owedFen'],
    tools: ['create'],
    drills: {
      owedFen: {
        path: '/admin/contractor/erp/supplier_statement',
        search: (row) => ({ supplierId: row.id, status: unpaid }),
      },
      refusedRatio: {
        path: '/admin/contractor/erp/receipt',
        search: (row) => ({ supplierId: row.id, acceptedAt: null }),
      },
      monthFen: { path: '/admin/contractor/erp/receipt', search: (row) => ({ supplierId: row.id, acceptedAt: null }) },
    },
    row: [
      'edit',
      { key: 'addPaper', label: '加证照', form: paper },
      {
        key: 'black',
        label: '拉黑',
        tone: 'danger',
        form: { reason: longText('原因', { required: true, max: 100 }) },
        when: (row) => row.blacklisted !== true,
      },
      {
        key: 'unblack',
        label: '移出黑名单',
        confirm: '确定恢复「{name}」供货？',
        when: (row) => row.blacklisted === true,
      },
      ...onOff('确定停用「{name}」？'),
    ],
  },
  form: {
    sections: [
      {
        fields: [
          'name',
          'categories',
          'contact',
          'phone',
          'address',
          'licenceNo',
          'foodLicenceNo',
          'licenceEnd',
          'orderUntil',
        ],
      },
    ],
  },
  import: {
    fields: ['name', 'contact', 'phone', 'address', 'licenceNo', 'foodLicenceNo', 'licenceEnd'],
    unique: ['name'],
  },
});

export const supplierPaper = page({
  of: supplier,
  by: 'supplierId',
  path: 'paper',
  title: '证照',
  fields: { supplierId: int('供应商'), ...paper, daysLeft: int('剩余', { unit: '天' }) },
  list: { columns: ['kind', 'paperNo', 'expiresOn', 'daysLeft', 'file'], sort: 'expiresOn' },
});

export default [supplier, supplierPaper];
