/** 节假日日历: the year on one sheet, and the list of the days that are set. */
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { PageTabs } from '../../../../kit/console/widgets/page-tabs.tsx';
import { YearTab } from '../../views/year-tab.tsx';

const tabs = [
  { key: 'year', label: '年历', show: (page: PageProps) => <YearTab {...page} /> },
  { key: 'list', label: '列表' },
];

export default view({ page: (page) => <PageTabs page={page} tabs={tabs} /> });
