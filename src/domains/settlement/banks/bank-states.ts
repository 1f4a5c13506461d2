/** A bank account's way: by one, agreed by a second, reviewed by the platform, and not paid to until it has cooled down. */
import { type Choice, longText, password } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const bankStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'PENDING_REVIEW', label: '待平台审核', tone: 'warning' },
  { value: 'COOLING', label: '冷静期', tone: 'info' },
  { value: 'ACTIVE', label: '可收款', tone: 'success' },
  { value: 'RETIRED', label: '已停用', tone: 'danger' },
] as const satisfies readonly Choice[];

/** Hours after the review in which nothing is paid to it, so that whoever did not want the change can say so. */
export const coolingHours = 72;

export const bankFlow = flow(bankStatuses, {
  submit: {
    label: '提交审核',
    from: ['DRAFT'],
    to: 'PENDING_REVIEW',
    tone: 'primary',
    ask: { password: password('您的登录密码', { required: true, max: 72 }) },
    witness: { needs: 'vouch', says: '我已核对收款户名、账号与开户行，同意更换收款账户。' },
    done: '已提交，等平台审核',
  },
  approve: {
    label: '审核通过',
    from: ['PENDING_REVIEW'],
    to: 'COOLING',
    by: 'other',
    tone: 'success',
    confirm: `账户 {accountName} {accountNo} 审核通过？${coolingHours} 小时冷静期后才能收款。`,
    done: '已通过，进入冷静期',
  },
  reject: {
    label: '退回',
    from: ['PENDING_REVIEW'],
    to: 'DRAFT',
    by: 'other',
    tone: 'danger',
    ask: { reason: longText('退回原因', { required: true, max: 100 }) },
    done: '已退回',
  },
  warm: { label: '冷静期满', from: ['COOLING'], to: 'ACTIVE', by: 'house' },
  retire: {
    label: '停用',
    from: ['DRAFT', 'COOLING', 'ACTIVE'],
    to: 'RETIRED',
    tone: 'danger',
    confirm: '停用后不能再向这个账户打款，不能恢复。确定停用？',
    done: '已停用',
  },
});
