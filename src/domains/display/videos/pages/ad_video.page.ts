/** 宣传视频: films and pictures between the panels of the screens, each with its days, hours and screens. */
import { choice, date, file, hm, image, int, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

export const codecs: Readonly<Record<string, string>> = { avc1: 'H.264', hvc1: 'H.265', hev1: 'H.265' };

export default page({
  path: '/admin/organization/ad_video',
  title: '宣传视频',
  menu: ['食品安全', '公示'],
  order: 60,
  fields: {
    title: text('标题', { required: true, max: 60, width: 300 }),
    kind: choice(
      '类型',
      [
        { value: 'VIDEO', label: '视频' },
        { value: 'IMAGE', label: '图片' },
      ],
      { required: true, initial: 'IMAGE', width: 150, columnWidth: 72 },
    ),
    picture: image('图片', { when: (values) => values.kind === 'IMAGE', help: '16:9，不小于 1280×720' }),
    film: file('视频文件', {
      purpose: 'video',
      when: (values) => values.kind === 'VIDEO',
      help: 'mp4，H.264 编码；时长与编码由系统读取',
    }),
    seconds: int('时长', {
      unit: '秒',
      min: 1,
      max: 600,
      initial: 15,
      width: 150,
      when: (values) => values.kind === 'IMAGE',
      help: '图片停留的秒数',
    }),
    codec: text('编码', { none: '—', columnWidth: 90 }),
    fromDate: date('开始日期', { required: true, starts: 'today', width: 150 }),
    toDate: date('结束日期', { width: 150, none: '长期', help: '不填为长期' }),
    fromTime: hm('每日开始', { max: 1_439, width: 150 }),
    toTime: hm('每日结束', { max: 1_439, width: 150, help: '都不填为全天' }),
    hours: text('时段', { columnWidth: 120 }),
    deviceIds: refs('播放屏幕', 'device', { help: '选公示屏；不选为先不播放' }),
    screens: int('屏幕', { unit: '块', columnWidth: 80 }),
    effective: text('已生效', { columnWidth: 90, help: '已取得最新内容的屏幕 / 要播放的屏幕' }),
    status: choice(
      '状态',
      [
        { value: 'DRAFT', label: '待播放', tone: 'info' },
        { value: 'PLAYING', label: '播放中', tone: 'success' },
        { value: 'ENDED', label: '已结束', tone: 'neutral' },
        { value: 'DISABLED', label: '已停用', tone: 'danger' },
      ],
      { columnWidth: 90 },
    ),
    createdAt: time('上传时间', { sortable: true }),
  },
  list: {
    columns: except('film', 'picture', 'deviceIds', 'fromTime', 'toTime'),
    important: ['title', 'kind', 'status', 'effective'],
    search: [keyword('标题', 'title'), 'kind', 'status'],
    drills: {
      effective: {
        path: '/admin/organization/device_list/doc',
        search: (row) => ({ kind: ['SCREEN'], deviceId: row.deviceIds }),
      },
    },
    row: [
      {
        key: 'push',
        label: '推送设备',
        form: { screenIds: refs('播放屏幕', 'device', { required: true, help: '只播放在所选的公示屏上' }) },
        when: (row) => row.status !== 'DISABLED',
        done: '已推送，屏幕一分钟内取得',
      },
      'edit',
      {
        key: 'disable',
        label: '停用',
        confirm: '停用后各屏幕不再播放「{title}」。确定停用？',
        when: (row) => row.status !== 'DISABLED',
      },
      { key: 'enable', label: '启用', when: (row) => row.status === 'DISABLED' },
    ],
    tools: ['create'],
    createLabel: '上传',
  },
  form: {
    sections: [
      { fields: ['title', 'kind', 'picture', 'film', 'seconds'] },
      { title: '播放', fields: ['fromDate', 'toDate', 'fromTime', 'toTime', 'deviceIds'] },
    ],
  },
});
