/** What every step of a batch is given. */
import type { BatchActions } from '../../../../kit/console/batch/use-batch-actions.tsx';
import type { BatchHead } from '../batch-api.ts';

export interface StepProps {
  path: string;
  batch: BatchHead;
  actions: BatchActions;
}
