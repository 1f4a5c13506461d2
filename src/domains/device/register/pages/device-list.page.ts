/** 设备列表 of the organization: where each device stands, whether it is heard of, what waits on it. */
import { choice, ref } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { commandLogAction, deviceFields, deviceModes, gapsAction, noMode, pairingAction } from '../device-fields.ts';

const active = (r: { status: string | null }) => r.status === 'ACTIVE';
const fetched = '命令已提交，设备在下次心跳时执行';

export default page({
  title: '设备列表',
  duties: { gaps: 'look', commandLog: 'look' },
  limited: 'common',
  path: '/admin/organization/device_list',
  menu: ['系统设置', '设备与应用'],
  fields: deviceFields,
  list: {
    columns: [
      'name',
      'sn',
      'deploySiteId',
      'mode',
      'status',
      'online',
      'lastBeatAt',
      'offlineCount',
      'missingCount',
      'nameListVersion',
      'typeId',
      'firmware',
      'ip',
      'paired',
    ],
    // Whether it works is what the list is opened for.
    important: ['name', 'deploySiteId', 'status', 'online', 'lastBeatAt', 'offlineCount', 'missingCount'],
    search: [keyword('名称/序列号', 'name', 'sn'), 'deploySiteId', 'status', 'online', 'silent', 'mode'],
    sort: 'name',
    row: [
      {
        key: 'bind',
        label: '绑定部署点',
        tone: 'primary',
        form: {
          deploySiteId: ref('部署点', 'deploy_site', { help: '不选为解除绑定，解除后不能消费' }),
          mode: choice('消费模式', deviceModes, { help: noMode }),
        },
        when: (r) => r.status === 'ASSIGNED' || r.status === 'ACTIVE' || r.status === 'REPAIR',
      },
      'edit',
      pairingAction,
      { key: 'restart', label: '重启', batch: true, confirm: '确定重启选中的设备？', when: active, done: fetched },
      { key: 'syncList', label: '同步名单', batch: true, when: active, done: fetched },
      { key: 'syncTime', label: '校时', batch: true, when: active, done: fetched },
      gapsAction,
      commandLogAction,
    ],
    tools: [{ key: 'docs', label: '规则下发', open: '/admin/organization/device_list/doc' }],
    refreshSeconds: 30,
  },
  form: { sections: [{ fields: ['name'] }] },
});
