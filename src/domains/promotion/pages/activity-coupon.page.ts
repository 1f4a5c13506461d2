/** 优惠券: who has one, until when, and which were used. */
import { choice, date, int, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import { couponStatuses } from '../activities/states.ts';
import activity from './activity.page.ts';

export default page({
  of: activity,
  by: 'activityId',
  inside: (row) => row.kind === 'COUPON',
  path: 'coupon',
  title: '优惠券',
  fields: {
    activityId: int('活动编号', { hidden: true }),
    couponNo: text('券号', { columnWidth: 160 }),
    organizationId: ref('单位', 'organization'),
    personName: text('姓名', { mask: 'name' }),
    faceFen: money('面值'),
    issuedAt: time('发放时间'),
    expiresOn: date('有效期至'),
    usedAt: time('使用时间'),
    status: choice('状态', couponStatuses),
  },
  list: { search: ['status', 'organizationId', keyword('券号/姓名', 'couponNo', 'personName')], totals: ['faceFen'] },
});
