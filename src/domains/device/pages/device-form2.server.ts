import { bind } from '../../../kit/server/page/binding.ts';
import { checkBatch, enterBatch } from '../enter-batch.ts';
import batch from './device-form2.page.ts';

export default bind(batch, { verbs: { check: checkBatch, enter: enterBatch } });
