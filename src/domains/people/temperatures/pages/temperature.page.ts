/** 体温记录: temperatures by hand, from files or from terminals; those at or above the threshold stand out. */
import { choice, longText, of, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { temperaturePattern } from '../temperature-pattern.ts';

export default page({
  path: '/admin/organization/user/temperature',
  aliases: ['/admin/organization/user_temperature'],
  title: '体温记录',
  duties: { discard: 'keep', threshold: 'setup' },
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '卡务与绑定'],
  order: 6,
  fields: {
    personId: ref('人员', 'person', { required: true, width: 400 }),
    ...of('personId', { jobNumber: text('工号/学号', { max: 32, required: true, aliases: ['工号', '学号'] }) }),
    departmentId: ref('部门', 'department'),
    at: time('测量时间', { required: true, sortable: true, aliases: ['时间', '日期'] }),
    temperature: text('体温(℃)', {
      required: true,
      pattern: temperaturePattern,
      placeholder: '36.5',
      width: 100,
      help: '摄氏度',
      aliases: ['温度', '体温℃'],
    }),
    abnormal: choice('判定', [
      { value: 'NORMAL', label: '正常', tone: 'success' },
      { value: 'ABNORMAL', label: '异常', tone: 'danger' },
    ]),
    handled: choice('处理状态', [
      { value: 'OPEN', label: '待处理', tone: 'warning' },
      { value: 'DONE', label: '已处理', tone: 'success' },
      { value: 'NONE', label: '无需处理', tone: 'neutral' },
    ]),
    handle: longText('处理', { max: 200, columnWidth: 160, placeholder: '如：复测正常、已通知家长、送医' }),
    handledName: text('处理人'),
    handledAt: time('处理时间'),
    source: choice('来源', [
      { value: 'MANUAL', label: '手工录入' },
      { value: 'IMPORT', label: '导入' },
      { value: 'DEVICE', label: '设备' },
    ]),
    deviceId: ref('设备', 'device'),
  },
  list: {
    columns: except('handledAt'),
    subline: { personId: 'jobNumber' },
    search: [
      range('at', 'last7Days'),
      keyword('姓名/工号', 'personId', 'jobNumber'),
      'departmentId',
      'abnormal',
      'handled',
      'source',
    ],
    row: [
      {
        key: 'deal',
        label: '处理',
        tone: 'primary',
        batch: true,
        form: { handle: longText('处理', { required: true, max: 200, placeholder: '如：复测正常、已通知家长、送医' }) },
        when: (row) => row.abnormal === 'ABNORMAL',
        whyNot: () => '体温正常，无需处理',
      },
      {
        key: 'discard',
        label: '删除',
        tone: 'danger',
        confirm: '确定删除 {personName} 的这条手工记录？',
        when: (row) => row.source !== 'DEVICE',
        whyNot: () => '设备测量的记录不能删除',
      },
      'view',
    ],
    tools: [
      'create',
      {
        key: 'threshold',
        label: '异常阈值',
        form: {
          feverFrom: text('异常阈值', {
            required: true,
            pattern: { source: '^3[6-9]\\.\\d$', message: '应为 36.0–39.9，一位小数' },
            initial: '37.3',
            width: 100,
            help: '达到或超过时判为异常；只影响以后的记录',
          }),
        },
      },
    ],
    notice: true,
  },
  form: { sections: [{ fields: ['personId', 'at', 'temperature', 'handle'] }], createOnly: true },
  import: { fields: ['jobNumber', 'at', 'temperature', 'handle'], help: '按工号/学号登记；同一人员同一时间只保留一条' },
});
