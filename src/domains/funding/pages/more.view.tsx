/** 批量充值 and 批量退款: the sibling form is the batch itself, from choosing its people to its result. */
import { newOrShown } from '../../../kit/console/batch/new-or-shown.tsx';
import { view } from '../../../kit/console/view.ts';
import { BatchPage } from '../batch/views/batch-page.tsx';
import { NewBatch } from '../batch/views/new-batch.tsx';

const Batch = newOrShown(NewBatch, BatchPage);

export const rechargeMore = view({ formPage: Batch });
export const refundMore = view({ formPage: Batch });
