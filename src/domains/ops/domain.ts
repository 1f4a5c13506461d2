/** Ops: the homes, and what the console asks of the server beside pages; it looks into every other domain. */
import type { Domain } from '../../kit/server/domain.ts';
import { waitingForMe } from './approvals/approvable.ts';
import { lunchPanel } from './homes/lunch-board.ts';
import './refusals.ts';
import { opsRoutes } from './routes.ts';
import { findPersons, findTrade } from './searchers.ts';
import { findVerb } from './verbs.ts';
import { defineViewJobs, scheduleViews } from './view-schedule.ts';

export const ops: Domain = {
  name: 'ops',
  tables: {},
  build(services) {
    defineViewJobs(services);
    services.screenPanels?.set('LUNCH', lunchPanel);
    services.shellBoard.registerSearcher(findVerb);
    services.shellBoard.registerSearcher(findPersons);
    services.shellBoard.registerSearcher(findTrade);
    services.shellBoard.registerMission('ApprovalMission', {
      path: '/admin/organization/approval',
      needs: 'query',
      count: waitingForMe,
    });
    for (const area of ['ORGANIZATION', 'CONTRACTOR'] as const)
      services.shellBoard.registerWork(
        async (ctx) => [
          {
            label: '待我审批',
            count: await waitingForMe(ctx),
            path: `/admin/${area.toLowerCase()}/approval`,
            hint: '他人提交、等待您审核的单据，一处处理',
          },
        ],
        area,
      );
  },
  routes: opsRoutes,
  start: scheduleViews,
};
