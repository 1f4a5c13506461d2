/** 批量纠错: the wizard, and the batch with its lines. */
import { newOrShown } from '../../../kit/console/batch/new-or-shown.tsx';
import { view } from '../../../kit/console/view.ts';
import { NewCorrectionBatch } from '../views/correct-batch-new.tsx';
import { ShownCorrectionBatch } from '../views/correct-batch-shown.tsx';

export default view({ formPage: newOrShown(NewCorrectionBatch, ShownCorrectionBatch) });
