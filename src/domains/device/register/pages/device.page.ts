/** 设备管理 of the platform: every device, who has it, whether it is heard of, what waits on it. */
import { ref } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import {
  commandAction,
  commandLogAction,
  deviceFields,
  gapsAction,
  pairingAction,
  recallAction,
  revokeAction,
  stateAction,
} from '../device-fields.ts';

export default page({
  title: '设备管理',
  duties: { gaps: 'look', commandLog: 'look', revoke: 'keep', scrap: 'keep' },
  path: '/admin/platform/device',
  menu: ['设备', '设备管理'],
  order: 1,
  wide: ['organizationId'],
  fields: deviceFields,
  list: {
    columns: [
      'name',
      'sn',
      'status',
      'online',
      'organizationId',
      'deploySiteId',
      'lastBeatAt',
      'offlineCount',
      'missingCount',
      'typeId',
      'agentId',
      'firmware',
      'paired',
      'warrantyEnd',
      'createdAt',
    ],
    search: [
      keyword('名称/序列号', 'name', 'sn'),
      'status',
      'online',
      'typeId',
      'agentId',
      'organizationId',
      'warrantyEnd',
    ],
    tools: ['create', { key: 'batch', label: '批量入库', open: '/admin/platform/device/form2' }],
    row: [
      'edit',
      stateAction('assign', {
        batch: true,
        tone: 'primary',
        form: {
          agentId: ref('代理商', 'agent', { help: '只选代理商：转入代理商库存' }),
          organizationId: ref('单位', 'organization', { help: '选择单位：直接分配给单位使用' }),
        },
      }),
      pairingAction,
      commandAction,
      stateAction('repair'),
      stateAction('repaired'),
      recallAction,
      revokeAction,
      gapsAction,
      commandLogAction,
      stateAction('scrap', { tone: 'danger', confirm: '确定停用「{name}」？停用后设备报废，不能恢复' }),
    ],
    refreshSeconds: 60,
  },
  form: { sections: [{ fields: ['sn', 'name', 'typeId', 'mode', 'maxFaces', 'warrantyEnd'] }] },
  import: {
    fields: ['sn', 'name', 'typeId', 'mode', 'maxFaces', 'warrantyEnd'],
    unique: ['sn'],
    help: '一行一台设备；类型填设备类型的名称或型号',
  },
});
