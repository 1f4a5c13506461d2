/** What of this domain waits for somebody: corrections to take up, or that are decided and could not be posted. */
import { rowsBehind } from '../../kit/server/page/rows-behind.ts';
import type { MissionSource, Work } from '../shell/public.server.ts';

const page = '/admin/organization/correct';

/** In the top bar: as many as its link opens. */
export const waitingCorrections: MissionSource = {
  path: page,
  needs: ['accept', 'approve', 'reject'],
  count: async (ctx) => (await rowsBehind(ctx, page, { status: ['REPORTED', 'PENDING_AUDIT'] })).count,
};

/** For the work list of the organization's home. */
export const openWork = async (): Promise<Work[]> => [
  {
    label: '待受理的纠错',
    path: page,
    search: { status: ['REPORTED'] },
    needs: 'accept',
    hint: '就餐人或承包商申报的错扣',
  },
  {
    label: '纠错待入账',
    path: page,
    search: { status: ['APPROVED'] },
    needs: 'retry',
    bad: true,
    hint: '已审核通过而没有入账，可重试',
  },
];
