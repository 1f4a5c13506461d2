/** 批量发放补贴: the sibling form is the batch itself, from choosing its people to its result. */
import { newOrShown } from '../../../kit/console/batch/new-or-shown.tsx';
import { view } from '../../../kit/console/view.ts';
import { BatchPage } from '../views/batch-page.tsx';
import { NewBatch } from '../views/new-batch.tsx';
import '../views/batch.css';

export default view({ formPage: newOrShown(NewBatch, BatchPage) });
