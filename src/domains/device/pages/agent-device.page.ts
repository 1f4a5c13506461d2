/** 设备管理 of an agent: what it has in stock, which customer has which device, whether it is heard of. */
import { ref } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import { deviceFields, pairingAction, recallAction, stateAction } from '../device-fields.ts';

export default page({
  title: '设备管理',
  path: '/admin/agent/device',
  menu: ['客户', '客户'],
  fields: deviceFields,
  list: {
    columns: [
      'name',
      'sn',
      'typeId',
      'organizationId',
      'status',
      'online',
      'lastBeatAt',
      'offlineCount',
      'firmware',
      'warrantyEnd',
    ],
    search: [keyword('名称/序列号', 'name', 'sn'), 'status', 'online', 'organizationId', 'typeId', 'warrantyEnd'],
    sort: '-createdAt',
    row: [
      'view',
      'edit',
      stateAction('assign', {
        label: '分配单位',
        batch: true,
        tone: 'primary',
        form: { organizationId: ref('单位', '/admin/platform/organization', { required: true }) },
      }),
      pairingAction,
      recallAction,
    ],
    detail: [
      'name',
      'sn',
      'typeId',
      'organizationId',
      'deploySiteId',
      'mode',
      'status',
      'online',
      'lastBeatAt',
      'offlineCount',
      'missingCount',
      'nameListVersion',
      'firmware',
      'ip',
      'paired',
      'warrantyEnd',
      'createdAt',
    ],
    export: true,
    refreshSeconds: 60,
  },
  form: { sections: [{ fields: ['name', 'warrantyEnd'] }] },
});
