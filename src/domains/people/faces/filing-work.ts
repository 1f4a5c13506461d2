/** The filing that waits, on the home of its unit. */
import type { Work } from '../../shell/public.server.ts';

export const filingWork: Work = {
  label: '人脸备案',
  path: '/admin/organization/face_info_count/filing',
  search: { state: ['DUE', 'OVERDUE'] },
  needs: 'record',
  bad: true,
  hint: '已存储的人脸达到备案数量，须在期限前备案',
};
