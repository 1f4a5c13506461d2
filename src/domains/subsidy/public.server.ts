/** What other domains use of subsidies. */

// Where, at which meals and how much a day a lot may be spent, for whoever charges.
export { subsidyBounds, type SubsidyUse, subsidyUseOf } from './use-limits.ts';

// The demo and the benches grant batches; the demo clears what is left.
export { readBatch } from './batch/batch-row.ts';
export { prepareBatch } from './batch/prepare-batch.ts';
export { runSubsidyBatch } from './batch/run-batch.ts';
export { openClearRun } from './clearing/open-run.ts';
export { runClear } from './clearing/run-clear.ts';
