/** 人脸信息统计: per department, how far faces are collected, consented to, delivered and withdrawn. */
import { int, percent, ref, text } from '../../../kit/define/field.ts';
import { page } from '../../../kit/define/page.ts';

const people = { unit: '人', columnWidth: 100 } as const;

export default page({
  path: '/admin/organization/face_info_count',
  title: '人脸信息统计',
  menu: ['人员卡务', '人员档案'],
  kind: 'report',
  order: 200,
  fields: {
    groupName: text('部门', { columnWidth: 220 }),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    typeId: ref('人员类别', '/admin/organization/type'),
    total: int('总人数', people),
    missing: int('未采集', people),
    pending: int('待同意', people),
    collected: int('已采集', people),
    rejected: int('不合格', people),
    withdrawn: int('撤回', people),
    deleted: int('已删除', people),
    delivered: int('已下发', { ...people, help: '已采集中，当前照片已在至少一台设备上，且没有失败' }),
    failed: int('下发失败', people),
    rate: percent('采集率'),
  },
  list: {
    columns: [
      'groupName',
      'total',
      'missing',
      'pending',
      'collected',
      'rejected',
      'withdrawn',
      'deleted',
      'delivered',
      'failed',
      'rate',
    ],
    search: ['departmentId', 'typeId'],
    totals: ['total', 'missing', 'pending', 'collected', 'rejected', 'withdrawn', 'deleted', 'delivered', 'failed'],
    tools: [
      {
        key: 'exportMissing',
        label: '导出未采集名单',
        open: '/admin/organization/user?faceStatus=NONE&status=PENDING,NORMAL,SUSPENDED,CLOSING',
      },
    ],
    export: true,
  },
  report: {
    identity: '总人数 = 未采集 + 待同意 + 已采集 + 不合格 + 撤回 + 已删除',
    chart: { kind: 'bar', x: 'groupName', y: ['collected', 'missing'] },
  },
  verbs: { stored: '查看人脸存量' },
});
