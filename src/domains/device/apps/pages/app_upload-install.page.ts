/** 更新情况: the devices a version was offered to, and what each made of it. */
import { choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { installStates } from '../app-states.ts';
import appUpload from './app_upload.page.ts';

export default page({
  of: appUpload,
  by: 'appId',
  path: 'install',
  title: '更新情况',
  fields: {
    appId: int('版本', { hidden: true }),
    organizationId: ref('单位', 'organization'),
    deviceName: text('设备'),
    sn: text('序列号'),
    fromBuild: int('原构建号'),
    state: choice('状态', installStates),
    tries: int('失败次数', { unit: '次' }),
    message: text('失败原因', { columnWidth: 220 }),
    offeredAt: time('提供时间'),
    at: time('最近上报', { sortable: true }),
  },
  list: { search: ['state', 'organizationId', keyword('设备/序列号', 'deviceName', 'sn')], sort: '-at', row: ['view'] },
});
