/** 晨检记录: the matrix first, the list and the roster beside it. */
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { PageTabs } from '../../../../kit/console/widgets/page-tabs.tsx';
import { RosterTab } from '../../roster/views/roster-tab.tsx';
import { MatrixTab } from '../views/matrix-tab.tsx';

const tabs = [
  { key: 'matrix', label: '矩阵', show: (page: PageProps) => <MatrixTab {...page} /> },
  { key: 'list', label: '记录' },
  { key: 'roster', label: '排班', show: (page: PageProps) => <RosterTab {...page} /> },
];

export default view({ page: (page) => <PageTabs page={page} tabs={tabs} /> });
