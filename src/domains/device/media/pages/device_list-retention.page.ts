/** 影像保存期限: how long pictures and clips stay, and whose pictures at gates are kept at all. */
import { bool, int, refs } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { leastDays, mostDays, usualDays } from '../retention-days.ts';

const days = (label: string, initial: number, help?: string) =>
  int(label, {
    required: true,
    unit: '天',
    min: leastDays,
    max: mostDays,
    initial,
    width: 200,
    ...(help ? { help } : {}),
  });

export default page({
  path: '/admin/organization/device_list/retention',
  title: '影像保存期限',
  limited: 'common',
  menu: ['食品安全', '食品留样'],
  order: 86,
  kind: 'settings',
  fields: {
    passageDays: days('进出照片', usualDays.passageDays),
    checkDays: days('晨检照片', usualDays.checkDays),
    pictureDays: days('留样抓拍', usualDays.pictureDays, '已拍下的按当时的期限'),
    clipDays: days('留样视频', usualDays.clipDays, '已拍下的按当时的期限，单条可以延长'),
    unpicturedTypeIds: refs('不留进出照片的类别', 'person_type', {
      width: 500,
      help: '这些类别的人过门时拍下的照片不保存；学校默认为开户的默认类别',
    }),
    minorsPictured: bool('保存未成年人的进出照片', { initial: false, help: '按生日不满 18 周岁的；不选为不保存' }),
  },
  form: {
    sections: [
      { title: '保存多久', fields: ['passageDays', 'checkDays', 'pictureDays', 'clipDays'] },
      { title: '不保存的', fields: ['unpicturedTypeIds', 'minorsPictured'] },
    ],
  },
});
