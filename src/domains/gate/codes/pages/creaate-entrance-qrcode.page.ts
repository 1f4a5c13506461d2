/** 生成入口二维码: codes that open doors for a time, shown and printed, and ended before it. */
import { bool, choice, int, longText, of, phone, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { codeKinds, codeStates, mostDays, mostDistricts, mostUses } from '../code-words.ts';

export default page({
  path: '/admin/organization/creaate_entrance_qrcode',
  title: '生成入口二维码',
  menu: ['门禁考勤', '门禁'],
  order: 30,
  duties: { show: 'make', changeKey: 'keep' },
  fields: {
    holderName: text('持有人', { required: true, max: 40, width: 200 }),
    kind: choice('用途', codeKinds, { required: true, initial: 'VISITOR', width: 400 }),
    phone: phone('手机号', { mask: 'phone', width: 200 }),
    hostId: ref('接待人', 'person', { required: true, width: 300, help: '对来人负责的本单位人员' }),
    ...of('hostId', { jobNumber: text('工号') }),
    personId: ref('付款人', 'person', {
      width: 300,
      help: '就餐时从谁的账户扣款，如为访客开立的账户',
      when: (values) => values.kind === 'TEMP_DINER',
    }),
    districtIds: refs('区域', 'district', { required: true, max: mostDistricts, width: 500, help: '后厨不能凭码进入' }),
    fromAt: time('开始时间', { required: true, width: 200 }),
    toAt: time('结束时间', { required: true, width: 200, help: `最长 ${mostDays} 天` }),
    maxUse: int('可进次数', { min: 0, max: mostUses, initial: 1, width: 150, unit: '次', help: '0 为不限；外出不计' }),
    used: int('已进', { unit: '次', readOnly: true }),
    onlineOnly: bool('仅联网时有效', {
      initial: false,
      help: '门断网时不放行；不选则断网的门各自计次，合计超过会报警',
    }),
    reason: text('来访事由', { max: 100, width: 400 }),
    status: choice('状态', codeStates),
    makerName: text('生成人'),
    createdAt: time('生成时间', { sortable: true }),
    voidedAt: time('作废时间'),
    voidedName: text('作废人'),
    voidReason: text('作废原因'),
  },
  list: {
    columns: except(
      'jobNumber',
      'personId',
      'onlineOnly',
      'reason',
      'voidedAt',
      'voidedName',
      'voidReason',
      'createdAt',
    ),
    important: ['holderName', 'districtIds', 'fromAt', 'toAt', 'used', 'status'],
    search: [
      keyword('持有人/手机号', 'holderName', 'phone'),
      'kind',
      'hostId',
      'districtIds',
      'status',
      range('createdAt'),
    ],
    row: [
      { key: 'show', label: '二维码', when: (row) => row.status === 'VALID', shows: 'receipt' },
      {
        key: 'void',
        label: '作废',
        tone: 'danger',
        batch: true,
        when: (row) => row.status === 'VALID' || row.status === 'USED_UP',
        form: { reason: longText('原因', { required: true, max: 100 }) },
        done: '已作废，各门收到后不再放行',
      },
      'view',
    ],
    tools: [
      'create',
      {
        key: 'changeKey',
        label: '更换密钥',
        form: {
          revoke: bool('旧码全部作废', { initial: false, help: '密钥可能泄露时选择；不选则已发出的码用到期满' }),
        },
        done: '已更换，各门收到后用新密钥',
      },
    ],
    drills: { used: { path: '/admin/organization/enter_record', search: (row) => ({ codeId: [row.id], at: null }) } },
    notice: true,
  },
  form: {
    createOnly: true,
    sections: [
      { fields: ['kind', 'holderName', 'phone', 'hostId', 'personId', 'reason'] },
      { title: '何处何时', fields: ['districtIds', 'fromAt', 'toAt', 'maxUse', 'onlineOnly'] },
    ],
  },
  import: {
    fields: ['holderName', 'kind', 'phone', 'hostId', 'districtIds', 'fromAt', 'toAt', 'maxUse', 'reason'],
    help: '一行一个入口码；接待人填工号或姓名，区域填名称，几个用顿号隔开',
  },
});
