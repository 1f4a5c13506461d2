/** What waits of activities on the organization's home. */
import type { Work } from '../shell/public.server.ts';

export const openWork = async (): Promise<Work[]> => [
  {
    label: '承包商活动待同意',
    path: '/admin/organization/activity',
    search: { status: ['WAITING'], bearer: ['ORGANIZATION'] },
    needs: ['agree', 'refuse'],
    hint: '由本单位承担费用的优惠，同意后才生效',
  },
];
