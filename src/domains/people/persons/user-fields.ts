/** Fields of 人员管理: the person, the face, and what only an import knows. */
import { bool, choice, text, time } from '../../../kit/define/field.ts';
import { reuseFields } from '../cards/reuse-fields.ts';
import { consenters, faceStatuses } from '../faces/face-states.ts';
import { ownDepartment } from './about-person.ts';
import { personFields } from './person-fields.ts';

export const userFields = {
  ...personFields,
  ...reuseFields,
  ownDepartmentId: ownDepartment,
  faceStatus: choice('人脸', faceStatuses),
  faceDelivered: bool('人脸已下发', { hidden: true }),
  faceConsentAt: time('人脸同意时间'),
  faceConsentBy: choice('人脸同意人', consenters),
  faceConsentName: text('同意人姓名'),
  facePausedAt: time('人脸暂停使用', { help: '重新征求同意到期没有答复；登记同意后恢复' }),
  faceRejectReason: text('人脸不合格原因'),
  // Only imports know these: names as they stand in a file.
  importName: text('姓名', {
    max: 50,
    aliases: ['名字', '人员姓名', '学生姓名'],
    help: '不填时用工号（或卡号）代替',
  }),
  departmentPath: text('部门', {
    max: 200,
    aliases: ['部门名称', '班级', '院系', '专业', 'Major'],
    help: '名称或“一级/二级”路径，不存在时自动建立',
  }),
};
