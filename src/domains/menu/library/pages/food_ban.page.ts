/** 学校禁用: what schools may not serve, from a day on and until one, with the rule that says so. */
import { choice, date, text } from '../../../../kit/define/field.ts';
import { all, keyword, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/food_ban',
  title: '学校禁用',
  menu: ['菜品库', '菜品库'],
  order: 7,
  duties: { create: 'setup', end: 'setup' },
  fields: {
    label: text('名称', { required: true, max: 30, width: 200, placeholder: '如：鲜黄花菜' }),
    target: choice(
      '按什么认',
      [
        { value: 'DISH', label: '菜品分类' },
        { value: 'STUFF', label: '食材与名称' },
      ],
      { readOnly: true },
    ),
    words: text('名称含有', {
      required: true,
      max: 100,
      width: 400,
      columnWidth: 220,
      help: '菜名或配料名含有其一的就是；两个字以上，用顿号隔开',
    }),
    fromDate: date('生效日期', { required: true, width: 150, help: '不早于今天' }),
    untilDate: date('废止日期', { none: '—' }),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'PAST', label: '已废止', tone: 'neutral' },
    ]),
    source: text('来源', {
      required: true,
      max: 200,
      width: 500,
      columnWidth: 320,
      placeholder: '文件名称、文号与条款',
    }),
  },
  list: {
    columns: all(),
    search: [keyword('名称/文字/来源', 'label', 'words', 'source'), 'target', 'state'],
    row: [
      {
        key: 'end',
        label: '废止',
        tone: 'danger',
        form: {
          lastDay: date('最后一天', { required: true, help: '这一天以后，学校可以供应' }),
          basis: text('依据', { required: true, max: 100, placeholder: '废止它的文件名称、文号' }),
        },
        done: '已定下废止日期',
        when: (row) => row.untilDate === null,
        whyNot: (row) => `已定于 ${String(row.untilDate)} 废止`,
      },
    ],
    tools: ['create'],
    notice: true,
  },
  form: { createOnly: true, sections: [{ fields: ['label', 'words', 'fromDate', 'source'] }] },
});
