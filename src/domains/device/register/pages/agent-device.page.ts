/** 设备管理 of an agent: what it has in stock, which customer has which device, whether it is heard of. */
import { ref } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import {
  commandLogAction,
  deviceFields,
  gapsAction,
  pairingAction,
  recallAction,
  stateAction,
} from '../device-fields.ts';

export default page({
  title: '设备管理',
  duties: { gaps: 'look', commandLog: 'look', recall: 'keep' },
  path: '/admin/agent/device',
  menu: ['客户', '客户'],
  wide: ['organizationId'],
  fields: deviceFields,
  list: {
    columns: except(
      'agentId',
      'deploySiteId',
      'mode',
      'missingCount',
      'nameListVersion',
      'ip',
      'paired',
      'maxFaces',
      'createdAt',
    ),
    important: ['name', 'organizationId', 'status', 'online', 'lastBeatAt', 'offlineCount'],
    search: [
      keyword('名称/序列号', 'name', 'sn'),
      'status',
      'online',
      'silent',
      'organizationId',
      'typeId',
      'warrantyEnd',
    ],
    row: [
      'view',
      'edit',
      stateAction('assign', {
        label: '分配单位',
        batch: true,
        tone: 'primary',
        form: { organizationId: ref('单位', 'organization', { required: true }) },
      }),
      pairingAction,
      recallAction,
      gapsAction,
      commandLogAction,
    ],
    refreshSeconds: 60,
  },
  form: { sections: [{ fields: ['name', 'warrantyEnd'] }] },
});
