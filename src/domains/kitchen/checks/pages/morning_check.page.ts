/** 晨检: who was looked at before work and what was found; beside it the day's matrix and the week's roster. */
import {
  bool,
  choice,
  choices,
  date,
  decimal,
  image,
  longText,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { hands, posts, results, steps, symptoms } from '../../words.ts';

const seen = {
  temperature: decimal('体温', { required: true, unit: '℃', digits: 1, exact: true, min: 30, max: 45, width: 150 }),
  hands: choices('手部', hands, { help: '没有异常不选；伤口已包扎另选“创可贴”' }),
  symptoms: choices('症状', symptoms, { help: '没有不选' }),
  dressOk: bool('着装合格', { initial: true }),
};

export default page({
  path: '/admin/organization/morning_check',
  title: '晨检记录',
  menu: ['食品安全', '晨检'],
  order: 10,
  verbs: { matrix: '查看矩阵', week: '查看排班', roster: '编排班次', setting: '查看晨检设置', set: '晨检设置' },
  duties: { matrix: 'look', week: 'look', setting: 'look', roster: 'make', set: 'setup' },
  cites: ['/admin/organization/restaurant'],
  fields: {
    cookUserId: ref('姓名', '/admin/organization/cook_user', { required: true }),
    post: choice('岗位', posts),
    restaurantId: ref('餐厅', 'restaurant'),
    checkDate: date('日期', { sortable: true }),
    checkAt: time('时间', { sortable: true }),
    shift: text('班次', { none: '未排班' }),
    temperature: seen.temperature,
    hands: choices('手部', hands, { none: '无异常' }),
    symptoms: choices('症状', symptoms, { none: '无' }),
    dressOk: bool('着装', {
      columnWidth: 80,
      words: [
        { label: '合格', tone: 'success' },
        { label: '不合格', tone: 'danger' },
      ],
    }),
    certOk: bool('健康证', {
      columnWidth: 80,
      words: [
        { label: '有效', tone: 'success' },
        { label: '无效', tone: 'danger' },
      ],
    }),
    result: choice('结果', results),
    why: text('原因'),
    recheck: bool('复检', { columnWidth: 70 }),
    handled: text('处理'),
    told: text('晨检仪判定', { help: '设备自己的判定，与系统不同时以系统为准' }),
    source: choice('来源', [
      { value: 'DEVICE', label: '晨检仪' },
      { value: 'MANUAL', label: '人工' },
    ]),
    reason: text('人工登记原因'),
    facePhoto: image('人脸照'),
    palmPhoto: image('手心照'),
    backPhoto: image('手背照'),
    madeName: text('登记人'),
  },
  list: {
    columns: except('checkDate', 'told', 'reason', 'facePhoto', 'palmPhoto', 'backPhoto', 'madeName'),
    important: ['cookUserId', 'checkAt', 'result', 'why'],
    search: [keyword('姓名', 'cookUserId'), 'restaurantId', range('checkDate'), 'result', 'source', 'recheck'],
    sort: '-checkAt',
    row: [
      { key: 'recheck', label: '复检', form: seen, when: (r) => r.result === 'FIX', done: '已复检' },
      {
        key: 'handle',
        label: '处理',
        form: {
          kind: choice('处理', steps, { required: true, help: '复岗后须重新晨检' }),
          note: longText('说明', { required: true, max: 200 }),
          proof: image('证明', { help: '复岗须有诊断或复测证明' }),
        },
        when: (r) => r.result !== 'PASS',
        done: '已处理',
      },
    ],
    tools: [
      {
        key: 'register',
        label: '人工登记',
        tone: 'primary',
        form: {
          cookUserId: ref('人员', '/admin/organization/cook_user', { required: true }),
          checkAt: time('晨检时间', { help: '不填为现在' }),
          ...seen,
          facePhoto: image('人脸照'),
          palmPhoto: image('手心照'),
          backPhoto: image('手背照'),
          reason: longText('登记原因', { required: true, max: 100, placeholder: '如：晨检仪故障' }),
        },
        shows: 'receipt',
      },
    ],
  },
});
