/** 后厨操作记录: disinfection, tests, waste and additives, by kind; corrected by a new record. */
import { bool, choice, date, decimal, image, int, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { recordKinds } from '../record-words.ts';

const of =
  (...kinds: string[]) =>
  (values: Readonly<Record<string, unknown>>) =>
    kinds.includes(String(values.kind));

const told = {
  kind: choice('类别', recordKinds, { required: true, initial: 'DISINFECT' }),
  restaurantId: ref('餐厅', 'restaurant', { required: true }),
  mealPeriodId: ref('餐次', 'meal_period', { help: '餐后消毒请选餐次', when: of('DISINFECT') }),
  at: time('时间', { help: '不填为现在' }),
  object: text('对象', { required: true, max: 60, placeholder: '如：餐具、青菜、餐厨垃圾、泡打粉' }),
  way: text('方法', { max: 40, placeholder: '如：热力、含氯消毒剂', when: of('DISINFECT', 'PESTICIDE_TEST') }),
  ppm: int('浓度', { unit: 'ppm', min: 0, max: 10_000, when: of('DISINFECT') }),
  celsius: int('温度', { unit: '℃', min: 0, max: 300, when: of('DISINFECT') }),
  minutes: int('时长', { unit: '分钟', min: 1, max: 1_440, when: of('DISINFECT') }),
  batch: text('批次', { max: 40, when: of('PESTICIDE_TEST') }),
  value: text('检测值', { max: 40, placeholder: '如：抑制率 12%', when: of('PESTICIDE_TEST') }),
  passed: bool('检测合格', { initial: true, when: of('PESTICIDE_TEST') }),
  kilograms: decimal('重量', { required: true, unit: '千克', digits: 3, min: 0.001, max: 10_000, when: of('WASTE') }),
  collector: text('收运单位', { required: true, max: 60, when: of('WASTE') }),
  grams: int('用量', { required: true, unit: '克', min: 1, max: 1_000_000, when: of('ADDITIVE') }),
  dish: text('用于菜品', { required: true, max: 60, when: of('ADDITIVE') }),
  cookUserId: ref('操作人', '/admin/organization/cook_user'),
  picture: image('照片'),
  remark: text('备注', { max: 100 }),
};

export default page({
  path: '/admin/organization/cook_user/operate_record',
  title: '后厨操作记录',
  menu: ['食品安全', '后厨人员'],
  order: 50,
  fields: {
    kind: choice('类别', recordKinds),
    at: time('时间', { sortable: true }),
    businessDate: date('日期'),
    restaurantId: ref('餐厅', 'restaurant'),
    mealPeriodId: ref('餐次', 'meal_period'),
    object: text('对象'),
    facts: text('内容', { columnWidth: 240 }),
    passed: bool('检测', {
      words: [
        { label: '合格', tone: 'success' },
        { label: '不合格', tone: 'danger' },
      ],
    }),
    cookUserId: ref('操作人', '/admin/organization/cook_user'),
    state: choice('状态', [
      { value: 'NORMAL', label: '有效', tone: 'success' },
      { value: 'FIX', label: '更正', tone: 'info' },
      { value: 'CORRECTED', label: '已更正', tone: 'neutral' },
    ]),
    remark: text('备注'),
    picture: image('照片'),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
    way: text('方法', { hidden: true }),
    ppm: int('浓度', { hidden: true }),
    celsius: int('温度', { hidden: true }),
    minutes: int('时长', { hidden: true }),
    batch: text('批次', { hidden: true }),
    value: text('检测值', { hidden: true }),
    kilograms: decimal('重量', { hidden: true, digits: 3 }),
    grams: int('用量', { hidden: true }),
    collector: text('收运单位', { hidden: true }),
    dish: text('用于菜品', { hidden: true }),
  },
  list: {
    columns: except('businessDate', 'remark', 'picture'),
    subline: { madeName: 'madeAt' },
    search: [keyword('对象', 'object'), 'kind', 'restaurantId', range('businessDate'), 'passed', 'state'],
    notice: true,
    row: [
      { key: 'correct', label: '更正', form: told, when: (r) => r.state !== 'CORRECTED', done: '已更正，原记录保留' },
    ],
    tools: [{ key: 'register', label: '登记', tone: 'primary', form: told, done: '已登记' }],
  },
});
