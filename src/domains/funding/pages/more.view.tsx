/** 批量充值 and 批量退款: the sibling form is the batch itself, from choosing its people to its result. */
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { BatchPage } from '../batch/views/batch-page.tsx';
import { NewBatch } from '../batch/views/new-batch.tsx';

function Batch({ path }: PageProps) {
  const { query } = useTab();
  const id = /^\d+$/.test(query.id ?? '') ? Number(query.id) : undefined;
  return id === undefined ? <NewBatch path={path} /> : <BatchPage path={path} id={id} />;
}

export const rechargeMore = view({ formPage: Batch });
export const refundMore = view({ formPage: Batch });
