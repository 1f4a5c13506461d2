/** 应用: what the unit has of the platform, until when, and what more there is. */
import { bool, choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { serviceStates } from '../service-state.ts';

const buying = {
  form: {
    years: int('年限', { required: true, min: 1, max: 5, initial: 1, unit: '年' }),
    payNow: bool('用可用余额支付', { initial: false, help: '不勾选则生成账单，到「平台账单」扫码、转账或用余额支付' }),
  },
  outcome: true,
  tone: 'primary',
} as const;

export default page({
  title: '应用中心',
  places: [
    { path: '/admin/organization/application', menu: ['系统设置', '设备与应用'] },
    { path: '/admin/contractor/application', title: '应用管理', menu: ['经营管理', '项目与餐厅'] },
  ],
  order: 50,
  limited: 'common',
  duties: { trial: 'setup', open: 'setup', renew: 'setup', cancel: 'setup' },
  fields: {
    applicationName: text('应用', { columnWidth: 150 }),
    intro: text('内容', { columnWidth: 200 }),
    state: choice('状态', serviceStates, { columnWidth: 126 }),
    endOn: date('到期日'),
    daysLeft: int('剩余', { unit: '天' }),
    coveredBy: text('包含在', { columnWidth: 90 }),
    yearFen: money('年价'),
    offer: text('优惠', { columnWidth: 120 }),
    nowFen: money('优惠后一年'),
    trialDays: int('可试用', { unit: '天' }),
    waits: text('待付账单', { columnWidth: 170 }),
  },
  list: {
    columns: except('trialDays'),
    important: ['applicationName', 'state', 'endOn', 'daysLeft', 'nowFen'],
    search: ['state', range('endOn')],
    notice: true,
    drills: { waits: { path: '/admin/organization/unit_bill', search: (row) => ({ keyword: row.waits }) } },
    row: [
      {
        key: 'trial',
        label: '试用',
        confirm: '试用「{applicationName}」{trialDays}？每个单位只能试用一次。',
        when: (row) => row.state === 'NONE' && (row.trialDays ?? 0) > 0 && !row.waits,
        done: '已开始试用',
      },
      {
        ...buying,
        key: 'open',
        label: '开通',
        when: (row) => (row.state === 'NONE' || row.state === 'TRIAL') && !row.waits && (row.yearFen ?? 0) > 0,
        done: '已下单，付款后生效',
      },
      {
        ...buying,
        key: 'renew',
        label: '续费',
        when: (row) =>
          !['NONE', 'TRIAL', 'FREE'].includes(String(row.state)) &&
          row.endOn !== null &&
          !row.waits &&
          (row.yearFen ?? 0) > 0,
        done: '已下单，付款后从原到期日起延长',
      },
      {
        key: 'bill',
        label: '去付款',
        tone: 'primary',
        open: '/admin/organization/unit_bill?keyword={waits}',
        when: (row) => Boolean(row.waits),
      },
      {
        key: 'cancel',
        label: '取消订单',
        tone: 'danger',
        confirm: '取消账单 {waits}？',
        when: (row) => Boolean(row.waits),
        done: '已取消',
      },
      'view',
    ],
  },
});
