/** 隐患整改: what was found, who puts it right until when, who verified it. */
import { choice, date, image, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import employee from '../../people/pages/food_safety_employee.page.ts';
import { issueFlow, issueStatuses } from '../issue-flow.ts';

export default page({
  of: employee,
  path: 'issue',
  title: '隐患整改',
  fields: {
    what: text('隐患', { columnWidth: 260 }),
    source: choice('来源', [
      { value: 'SHEET', label: '管控表' },
      { value: 'RECORD', label: '后厨记录' },
      { value: 'INSPECTION', label: '巡检' },
      { value: 'MANUAL', label: '登记' },
    ]),
    restaurantId: ref('餐厅', 'restaurant', { none: '全单位' }),
    ownerName: text('整改人'),
    dueOn: date('期限'),
    status: choice('状态', issueStatuses),
    fixNote: text('整改情况'),
    makerName: text('整改完成'),
    checkerName: text('复核人'),
    checkedAt: time('复核时间'),
    checkNote: text('说明'),
    foundName: text('发现人'),
    foundAt: time('发现时间', { sortable: true }),
    picture: image('照片'),
    fixPicture: image('整改照片'),
  },
  list: {
    columns: ['what', 'source', 'restaurantId', 'ownerName', 'dueOn', 'status', 'fixNote', 'checkerName', 'foundName'],
    subline: { foundName: 'foundAt', checkerName: 'checkedAt' },
    search: [keyword('隐患/整改人', 'what', 'ownerName'), 'status', 'source', 'restaurantId'],
    row: [...issueFlow.buttons],
    tools: [
      {
        key: 'find',
        label: '登记隐患',
        tone: 'primary',
        form: {
          what: longText('隐患', { required: true, max: 200 }),
          restaurantId: ref('餐厅', 'restaurant'),
          ownerName: text('整改人', { max: 20 }),
          dueOn: date('期限', { help: '不填为三天后' }),
          picture: image('照片'),
        },
        done: '已登记',
      },
    ],
  },
});
