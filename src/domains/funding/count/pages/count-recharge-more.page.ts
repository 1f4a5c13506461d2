/** 批量计次充值: meals for many people at once, from a spreadsheet, a department or a type, approved by another. */
import { batchLines } from '../../../../kit/define/batch.ts';
import { choice, int, text } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { batchFields, batchShown, byMode, comingModes } from '../../batch/fields.ts';
import { batchSheets } from '../../batch/sheets.ts';
import { batchFlow } from '../../batch/states.ts';
import { mostMeals } from '../limits.ts';

const path = '/admin/organization/count_recharge/more';

/** The buttons of a batch, whose total is meals here. */
const buttons = batchFlow.buttons.map((button) =>
  button.confirm
    ? { ...button, confirm: button.confirm.replace(/\{(total|failed)Fen\} 元/, (_, of: string) => `{${of}Meals}`) }
    : button,
);

export const countMore = page({
  path,
  title: '批量计次充值',
  limited: ['SELF'],
  menu: ['资金账户', '计次'],
  order: 2,
  fields: {
    ...batchFields,
    mode: choice('方式', comingModes, { required: true, initial: 'IMPORT' }),
    meals: int('每人次数', {
      required: true,
      min: 1,
      max: mostMeals,
      unit: '次',
      width: 200,
      when: byMode('BY_DEPT', 'BY_TYPE'),
    }),
    fileKey: batchSheets.COUNT,
    totalMeals: int('总次数', { unit: '次' }),
    postedMeals: int('成功次数', { unit: '次' }),
    failedMeals: int('失败次数', { unit: '次' }),
  },
  list: {
    columns: [
      'name',
      'mode',
      'totalCount',
      'totalMeals',
      'leftOutCount',
      'postedCount',
      'postedMeals',
      'failedCount',
      'failedMeals',
      'status',
      'makerName',
      'checkerName',
      'createdAt',
    ],
    subline: { name: 'batchNo' },
    search: [range('createdAt'), 'status', 'mode', keyword('批次', 'name', 'batchNo')],
    totals: ['totalCount', 'totalMeals', 'postedCount', 'postedMeals', 'failedCount', 'failedMeals'],
    row: [
      'view',
      ...buttons,
      {
        key: 'documents',
        label: '充值单',
        open: '/admin/organization/count_recharge?batchNo={batchNo}&at=*',
        when: (r) => Number(r.postedCount) > 0,
      },
    ],
    tools: ['create'],
    createLabel: '批量计次充值',
  },
  form: {
    createOnly: true,
    sections: [
      { title: '谁', fields: ['mode', 'fileKey', 'departmentIds', 'typeIds', 'meals'] },
      { title: '说明', fields: ['name', 'reason'] },
    ],
    steps: { agreed: ['totalCount', 'totalMeals'], after: ['审核', '执行', '结果'] },
    opens: `${path}/record?id={id}`,
    done: '已建立批次',
  },
  batch: {
    ...batchShown('执行后如有差错：可在充值单里逐单冲正。'),
    figures: ['totalMeals', 'postedMeals', 'failedMeals'],
  },
});

export const countLines = batchLines(
  countMore,
  { meals: int('次数', { unit: '次' }), documentNo: text('单号', { columnWidth: 190 }) },
  { totals: ['meals'] },
);
