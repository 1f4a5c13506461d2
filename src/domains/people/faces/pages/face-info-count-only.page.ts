/** 只认人脸的设备: terminals that take neither card nor code, and whether the same may be done by hand. A face must never be the only way. */
import { choice, ref, text } from '../../../../kit/define/field.ts';
import { all, page } from '../../../../kit/define/page.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'only',
  title: '只认人脸的设备',
  limited: 'common',
  fields: {
    deviceId: ref('设备', 'device', { columnWidth: 180 }),
    typeName: text('型号', { columnWidth: 160 }),
    place: text('在哪里', { columnWidth: 160, none: '未布置' }),
    otherwise: choice(
      '别的方式',
      [
        { value: 'NONE', label: '没有', tone: 'danger' },
        { value: 'HAND', label: '可手工登记', tone: 'success' },
      ],
      { help: '晨检、留样可由食品安全员手工登记；消费与通行须另设能刷卡或扫码的设备' },
    ),
  },
  list: { columns: all(), search: ['deviceId', 'otherwise'], sort: 'deviceId', notice: true },
});
