/** Server side of 设备批量入库. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { enterBatch, previewBatch } from '../enter-batch.ts';
import batch from './device-form2.page.ts';

export default bind(batch, { preview: previewBatch, create: enterBatch });
