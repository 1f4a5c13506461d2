/** 部门/班级管理: the tree of an organization; people are moved into a department from here. */
import { choice, int, ref, refs, text } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';

export const departmentKinds = [
  { value: 'DEPT', label: '部门' },
  { value: 'GRADE', label: '年级' },
  { value: 'CLASS', label: '班级' },
] as const;

export default page({
  path: '/admin/organization/department',
  title: '部门/班级管理',
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '人员档案'],
  order: 2,
  fields: {
    name: text('名称', {
      required: true,
      max: 50,
      pattern: { source: '^[^/／]+$', message: '不能含有“/”，它用于分隔各级部门' },
      aliases: ['部门', '部门名称', '班级'],
    }),
    parentId: ref('上级', 'department'),
    // Only imports know it: the upper department as it is written in a file.
    parentPath: text('上级部门', { max: 200, aliases: ['上级', '上级名称'] }),
    kind: choice('类型', departmentKinds, { initial: 'DEPT' }),
    code: text('编码', { max: 30, aliases: ['部门编码'] }),
    leaderId: ref('负责人', 'person'),
    peopleCount: int('人数', { unit: '人', help: '含下级部门，不含已销户人员' }),
    sort: int('排序', { min: 0, max: 9999, initial: 0, help: '小的在前' }),
  },
  list: {
    columns: except('parentId', 'parentPath'),
    search: ['name', 'kind'],
    sort: 'sort',
    treeBy: 'parentId',
    row: [
      { key: 'addBelow', label: '新增下级', open: '/admin/organization/department/form?parentId={id}' },
      'edit',
      {
        key: 'movePeople',
        label: '调整人员',
        form: {
          personIds: refs('调入人员', 'person', { required: true, help: '所选人员将调入本部门，历史消费仍归原部门' }),
        },
      },
      'remove',
    ],
    tools: ['create'],
  },
  form: { sections: [{ fields: ['name', 'parentId', 'kind', 'code', 'leaderId', 'sort'] }] },
  import: {
    fields: ['name', 'parentPath', 'kind', 'code', 'sort'],
    unique: ['code'],
    help: '上级部门可填名称或“一级/二级”路径，不存在时自动建立；已有的部门只更新编码、类型和排序',
  },
});
