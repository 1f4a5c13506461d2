/** 人员管理: people of the organization with card, balances and state; opening, cards, transfer, closing, import. */
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { firstCard, laterCards } from '../../cards/card-buttons.ts';
import { reuseVerbs } from '../../cards/reuse-fields.ts';
import { faceButtons } from '../../faces/face-buttons.ts';
import { leavingButtons } from '../life-buttons.ts';
import { moneyButtons, under } from '../money-buttons.ts';
import { recentMoney } from '../recent-money.ts';
import { userFields } from '../user-fields.ts';

export default page({
  path: '/admin/organization/user',
  title: '人员管理',
  duties: { reuseCard: 'keep' },
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '人员档案'],
  order: 1,
  verbs: reuseVerbs,
  fields: userFields,
  list: {
    columns: [
      'name',
      'departmentId',
      'typeId',
      'phone',
      'cardNo',
      'cardStatus',
      'mainBalanceFen',
      'subsidyBalanceFen',
      'faceStatus',
      'validEnd',
      'status',
      'createdAt',
    ],
    subline: { name: 'jobNumber' },
    detail: except('carded', 'photoUrl'),
    related: recentMoney,
    search: [
      keyword('姓名/工号/卡号/手机', 'name', 'jobNumber', 'cardNo', 'phone'),
      'departmentId',
      'typeId',
      'status',
      'cardStatus',
      'carded',
      'faceStatus',
      'ownDepartmentId',
      'faceDelivered',
    ],
    // Who has no card is given one first; from then on his money is nearest.
    row: [
      'edit',
      ...under('卡片', [firstCard]),
      ...moneyButtons,
      ...under('卡片', laterCards),
      ...under('人脸', faceButtons),
      ...leavingButtons,
    ],
    tools: ['create'],
    createLabel: '开户',
  },
  form: {
    sections: [
      {
        title: '开户',
        fields: ['name', 'jobNumber', 'departmentId', 'typeId', 'gender', 'phone', 'idNo', 'birthday', 'validEnd'],
      },
      { title: '发卡', fields: ['cardNo', 'physicalNo', 'reuseNow', 'reuseReason'] },
      {
        title: '监护与饮食',
        fields: ['guardianName', 'guardianPhone', 'allergens', 'dietTaboo', 'boarder', 'photoUrl'],
      },
    ],
  },
  import: {
    fields: [
      'importName',
      'jobNumber',
      'departmentPath',
      'typeId',
      'gender',
      'phone',
      'idNo',
      'birthday',
      'cardNo',
      'physicalNo',
      'guardianName',
      'guardianPhone',
      'boarder',
      'validEnd',
      'reuseNow',
      'reuseReason',
    ],
    unique: ['jobNumber', 'idNo', 'cardNo', 'physicalNo'],
    help: '姓名列可以没有：没有姓名的人员以工号（或卡号）代替。不存在的部门会自动建立；未填类别的使用默认类别；卡号保留前导零。',
  },
});
