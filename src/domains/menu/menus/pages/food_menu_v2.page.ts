/** 菜谱管理（V2）: a week of restaurants and meals on one grid; templates and cycles that are laid over dates. */
import {
  choice,
  file,
  int,
  lines,
  longText,
  money,
  normalDisabled,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';

const path = '/admin/organization/food_menu_v2';

export const foodMenuV2 = page({
  path,
  aliases: ['/admin/organization/food_menu/v2'],
  title: '菜谱管理（V2）',
  duties: { publish: 'check', withdraw: 'check' },
  limited: 'common',
  menu: ['菜谱营养', '菜谱'],
  order: 1,
  kind: 'custom',
  // Asked for by 导入周菜谱.
  fields: { weekTable: file('周菜谱表格') },
  cites: ['/admin/organization/food_menu_v2/cycle'],
  verbs: {
    save: '编辑菜谱',
    copy: '复制整周',
    apply: '套用模板与循环',
    importWeek: '导入周菜谱',
    template: '存为模板',
    submit: '提交',
    recall: '退回草稿',
    publish: '发布',
    withdraw: '撤回',
    item: '停售、限量与售价',
    link: '公示二维码',
    endLink: '停用公示',
  },
});

const weekdays = ['1', '2', '3', '4', '5', '6', '7'].map((value, i) => ({ value, label: `周${'一二三四五六日'[i]}` }));

/** 菜谱模板与循环: one week is a template, up to eight are a cycle. */
export const menuCycle = page({
  path: `${path}/cycle`,
  title: '菜谱模板与循环',
  limited: 'common',
  menu: ['菜谱营养', '菜谱'],
  order: 6,
  fields: {
    name: text('名称', { required: true, max: 40 }),
    weeks: int('周数', { required: true, unit: '周', min: 1, max: 8, initial: 1, help: '一周为模板，多周为循环' }),
    cells: lines(
      '安排',
      {
        weekNo: int('第几周', { required: true, min: 1, max: 8, initial: 1 }),
        weekday: choice('星期', weekdays, { required: true, initial: '1' }),
        mealPeriodId: ref('餐次', 'meal_period', { required: true }),
        dishId: ref('菜品', 'dish', { required: true }),
        priceFen: money('售价', { max: 1_000_000 }),
        planQty: int('计划份数', { unit: '份', min: 0, max: 100_000 }),
      },
      { max: 2000, unique: ['weekNo', 'weekday', 'mealPeriodId', 'dishId'] },
    ),
    cellCount: int('菜品', { unit: '道次' }),
    remark: longText('备注', { max: 200 }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    updatedAt: time('修改时间'),
  },
  list: {
    search: ['name', 'status'],
    sort: 'name',
    row: ['edit', ...onOff('停用后不能再套用「{name}」，已排的菜谱不受影响，确定停用？'), 'remove'],
    tools: ['create', { key: 'week', label: '周菜谱', open: path }],
    detail: ['name', 'weeks', 'cells', 'remark', 'status', 'updatedAt'],
  },
  form: { sections: [{ fields: ['name', 'weeks', 'remark'] }, { title: '安排', fields: ['cells'] }] },
});

export default [foodMenuV2, menuCycle];
