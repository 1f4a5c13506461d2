/** 人工消费详情: the record of one batch, with the rights of the list it belongs to. */
import { Button, Empty } from 'antd';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import RecordScreen from '../../../../kit/console/screens/record/record-screen.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { anyPage } from '../../../../kit/define/page.ts';
import { artificialChopping } from './artificial-chopping.page.ts';

function Detail({ path }: PageProps) {
  const list = path.replace(/\/deatil_form$/, '');
  if (useTab().query.id) return <RecordScreen path={list} spec={anyPage(artificialChopping)} view={undefined} />;
  return (
    <Empty description="请在人工消费中选择一批查看" style={{ padding: 48 }}>
      <Button onClick={() => openTab(list)}>人工消费</Button>
    </Empty>
  );
}

export const artificialChoppingDetail = view({ page: Detail });
