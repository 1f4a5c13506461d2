/** 食品安全员: the people, the three sheets. */
import { Link } from '../../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { PageTabs } from '../../../../kit/console/widgets/page-tabs.tsx';
import { sheetKinds } from '../../sheets/sheet-words.ts';
import { SheetTab } from '../../sheets/views/sheet-tab.tsx';

const tabs = [
  { key: 'list', label: '人员' },
  ...sheetKinds.map(({ value, label }) => ({
    key: value,
    label,
    show: (page: PageProps) => <SheetTab key={value} {...page} kind={value} />,
  })),
];

function Page(page: PageProps) {
  return (
    <PageTabs page={page} tabs={tabs}>
      <Link to={`${page.path}/issue`}>隐患整改</Link>
      <Link to={`${page.path}/check_list`}>清单</Link>
    </PageTabs>
  );
}

export default view({ page: Page });
