/** 健康证: the ledger inside a worker's record. */
import { choice, date, image, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import cookUser from '../../workers/pages/cook_user.page.ts';
import { certificateFlow, certificateStatuses } from '../certificate-flow.ts';

export default page({
  of: cookUser,
  by: 'cookUserId',
  path: 'certificate',
  title: '健康证',
  fields: {
    cookUserId: ref('人员', '/admin/organization/cook_user', { hidden: true }),
    no: text('证号'),
    issuer: text('发证机构'),
    issueDate: date('发证日期'),
    expireDate: date('到期日期', { sortable: true }),
    image: image('证照'),
    status: choice('状态', certificateStatuses),
    makerName: text('登记人'),
    createdAt: time('登记时间'),
    checkerName: text('确认人'),
    checkedAt: time('确认时间'),
    checkNote: text('说明'),
  },
  list: { subline: { makerName: 'createdAt', checkerName: 'checkedAt' }, row: [...certificateFlow.buttons] },
});
