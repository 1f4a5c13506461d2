import { choice, date, ref, text } from '../../../../kit/define/field.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { deviceModes } from '../device-fields.ts';
import { checkBatch, enterBatch } from '../enter-batch.ts';
import batch from './device-form2.page.ts';

const serials = {
  way: choice('方式', [
    { value: 'range', label: '从…到…' },
    { value: 'list', label: '逐行粘贴' },
  ]),
  from: text('起始序列号'),
  to: text('截止序列号'),
  list: text('序列号，每行一个', { max: 200_000 }),
};

export default bind(batch, {
  reads: ['check'],
  bodies: {
    check: serials,
    enter: {
      ...serials,
      typeId: ref('设备类型', '/admin/platform/device_type', { required: true }),
      mode: choice('消费模式', deviceModes, { required: true }),
      warrantyEnd: date('质保到期'),
    },
  },
  verbs: { check: checkBatch, enter: enterBatch },
});
