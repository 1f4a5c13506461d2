/** 人脸信息统计: per department, how far faces are collected, consented to, delivered and withdrawn. */
import { int, percent, ref, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page } from '../../../../kit/define/page.ts';
import type { FaceStatus } from '../face-states.ts';

/** The lines behind a number: those in the department itself, which has rows of its own below it, of the same types. */
const linesOf = (row: Record<string, unknown>) => ({
  ownDepartmentId: [Number(row.departmentId ?? 0)],
  typeId: row.filteredTypes,
});
const living = ['PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING'];
const toPeople = (faceStatus?: FaceStatus): Drill => ({
  path: '/admin/organization/user',
  search: (row) => ({ ...linesOf(row), status: living, ...(faceStatus ? { faceStatus: [faceStatus] } : {}) }),
});
/** What their terminals refused and why, which is of somebody's face more than once where several did. */
const failures: Drill = {
  path: '/admin/organization/user/push',
  search: (row) => ({ ...linesOf(row), present: true, status: ['FAILED', 'EXPIRED'] }),
};

const people = { unit: '人', columnWidth: 100 } as const;

export default page({
  path: '/admin/organization/face_info_count',
  title: '人脸信息统计',
  menu: ['人员卡务', '人员档案'],
  order: 200,
  verbs: { publish: '发布告知书' },
  duties: { publish: 'setup' },
  fields: {
    groupName: text('部门', { columnWidth: 220 }),
    departmentId: ref('部门', 'department'),
    typeId: ref('人员类别', 'person_type'),
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
    columns: except('departmentId', 'typeId'),
    search: ['departmentId', 'typeId'],
    totals: all(),
    tools: [
      { key: 'ledger', label: '台账', open: '/admin/organization/face_info_count/ledger' },
      { key: 'consent', label: '同意记录', open: '/admin/organization/face_info_count/consent' },
      { key: 'own', label: '改由本人同意', open: '/admin/organization/face_info_count/own_consent' },
      { key: 'again', label: '重新征求同意', open: '/admin/organization/face_info_count/ask_again' },
      { key: 'inventory', label: '设备清点', open: '/admin/organization/face_info_count/inventory' },
      { key: 'privacy', label: '告知书', open: '/admin/organization/face_info_count/privacy' },
      { key: 'filing', label: '备案', open: '/admin/organization/face_info_count/filing' },
      { key: 'only', label: '只认人脸的设备', open: '/admin/organization/face_info_count/only' },
      {
        key: 'exportMissing',
        label: '导出未采集名单',
        open: '/admin/organization/user?faceStatus=NONE&status=PENDING,NORMAL,SUSPENDED,CLOSING',
      },
    ],
    notice: true,
    drills: {
      total: toPeople(),
      missing: toPeople('NONE'),
      pending: toPeople('PENDING_CONSENT'),
      collected: toPeople('OK'),
      rejected: toPeople('REJECTED'),
      withdrawn: toPeople('WITHDRAWN'),
      deleted: toPeople('DELETED'),
      delivered: {
        path: '/admin/organization/user',
        search: (row) => ({ ...linesOf(row), status: living, faceDelivered: true }),
      },
      failed: failures,
    },
  },
  report: {
    identities: [eq('total', ['missing', 'pending', 'collected', 'rejected', 'withdrawn', 'deleted'])],
    chart: { kind: 'bar', x: 'groupName', y: ['collected', 'missing'] },
  },
});
