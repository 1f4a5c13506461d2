/** 应用版本上传: programs of terminals, to whom they are offered, and how far they have come. */
import { bool, choice, file, int, longText, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { appFlow, appStatuses, platforms } from '../app-states.ts';

const installs = (state: readonly string[]) => ({
  path: '/admin/platform/app_upload/install',
  search: (row: Readonly<Record<string, unknown>>) => ({ appId: row.id, ...(state.length > 0 ? { state } : {}) }),
});

export default page({
  path: '/admin/platform/app_upload',
  title: '应用版本上传',
  menu: ['设备', '设备管理'],
  order: 8,
  fields: {
    name: text('名称', { required: true, max: 40, width: 300, columnWidth: 160 }),
    platform: choice('平台', platforms, { required: true, initial: 'ANDROID', width: 150 }),
    typeIds: refs('设备类型', 'device_type', { required: true, width: 400, columnWidth: 200 }),
    versionName: text('版本号', { required: true, max: 20, width: 200, help: '给人看的版本，如 3.2.1' }),
    build: int('构建号', {
      required: true,
      min: 1,
      max: 2_000_000_000,
      width: 150,
      help: '须大于同类设备已上传的各版本，设备据此判断新旧',
    }),
    fileKey: file('安装包', { required: true, purpose: 'app', help: 'apk 或 zip，不超过 300 MB' }),
    force: bool('强制更新', { help: '设备在空闲时段立即安装，不等操作员确认' }),
    changelog: longText('更新说明', { required: true, max: 1000 }),
    status: choice('状态', appStatuses),
    organizationIds: refs('灰度单位', 'organization', { none: '全部单位' }),
    share: int('设备比例', { unit: '%' }),
    offeredCount: int('已提供', { unit: '台', help: '向平台询问时提供了本版本的设备' }),
    downloadedCount: int('已下载', { unit: '台' }),
    installedCount: int('已安装', { unit: '台' }),
    failedCount: int('失败', { unit: '台', alarm: true }),
    haltReason: text('暂停原因', { help: '失败超过 5% 自动暂停' }),
    size: int('大小', { unit: '字节' }),
    md5: text('MD5'),
    sha256: text('SHA-256'),
    signature: text('签名', { none: '未设置签名密钥' }),
    makerName: text('上传人'),
    createdAt: time('上传时间', { sortable: true }),
  },
  list: {
    columns: except(
      'fileKey',
      'changelog',
      'md5',
      'sha256',
      'signature',
      'haltReason',
      'size',
      'force',
      'organizationIds',
    ),
    important: ['name', 'versionName', 'build', 'status', 'share', 'offeredCount', 'installedCount', 'failedCount'],
    search: ['status', 'platform', keyword('名称/版本号', 'name', 'versionName')],
    drills: {
      offeredCount: installs([]),
      downloadedCount: installs(['DOWNLOADED', 'INSTALLED']),
      installedCount: installs(['INSTALLED']),
      failedCount: installs(['FAILED']),
    },
    tools: ['create'],
    createLabel: '上传版本',
    row: [...appFlow.buttons, 'view'],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['name', 'platform', 'typeIds', 'versionName', 'build', 'fileKey', 'force', 'changelog'] }],
    done: '已上传，灰度发布以后设备才会取得',
  },
});
