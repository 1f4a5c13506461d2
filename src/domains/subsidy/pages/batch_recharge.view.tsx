/** 批量发放补贴: the sibling form is the batch itself, from choosing its people to its result. */
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { BatchPage } from '../views/batch-page.tsx';
import { NewBatch } from '../views/new-batch.tsx';
import '../views/batch.css';

function Batch({ path }: PageProps) {
  const { query } = useTab();
  const id = /^\d+$/.test(query.id ?? '') ? Number(query.id) : undefined;
  return id === undefined ? <NewBatch path={path} /> : <BatchPage path={path} id={id} />;
}

export default view({ formPage: Batch });
