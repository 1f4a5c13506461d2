/** What waits for an organization's receiver. */
import type { Work } from '../shell/public.server.ts';

const lines: readonly Work[] = [
  {
    label: '待签收',
    hint: '承包商发来、还没有签收的物料',
    path: '/admin/organization/supply_receipt',
    search: { status: ['SENT'] },
    needs: 'receive',
  },
];

export const openWork = async (): Promise<readonly Work[]> => lines;
