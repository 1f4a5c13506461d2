/** 设备批量入库: many devices by their serial numbers, from–to or as a pasted list; each is looked up before any is entered. */
import { choice, date, int, lines, longText, ref, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { deviceModes } from '../device-fields.ts';
import { mostSerials } from '../serials.ts';

const ways = [
  { value: 'RANGE', label: '从…到…' },
  { value: 'LIST', label: '逐行粘贴' },
] as const;
const by = (way: string) => (values: Readonly<Record<string, unknown>>) => values.way === way;

export default page({
  title: '设备批量入库',
  path: '/admin/platform/device/form2',
  menu: ['设备', '设备管理'],
  order: 2,
  kind: 'form',
  verbs: { create: '入库' },
  fields: {
    typeId: ref('类型', '/admin/platform/device_type', { required: true, width: 300 }),
    mode: choice('消费模式', deviceModes, { required: true, initial: 'FIXED', width: 150 }),
    warrantyEnd: date('质保到期', { width: 150 }),
    way: choice('方式', ways, { required: true, initial: 'RANGE', width: 150 }),
    from: text('起始序列号', {
      required: true,
      max: 40,
      width: 300,
      when: by('RANGE'),
      help: '末尾的数字逐台加一，位数不变，如 A1001 至 A1200',
    }),
    to: text('截止序列号', { required: true, max: 40, width: 300, when: by('RANGE') }),
    list: longText('序列号清单', {
      required: true,
      max: 200_000,
      width: 500,
      when: by('LIST'),
      help: '一行一台，可从 Excel 复制两列：序列号、名称。整张工作表请在设备管理中导入',
    }),
    lines: lines(
      '设备',
      { sn: text('序列号', { readOnly: true }), name: text('名称', { max: 40, help: '不填则与序列号相同' }) },
      { fixed: true, pick: true, unique: ['sn'], carry: ['sn'], min: 1, max: mostSerials },
    ),
    totalCount: int('台数', { required: true, unit: '台' }),
  },
  form: {
    createOnly: true,
    sections: [
      { title: '整批资料', fields: ['typeId', 'mode', 'warrantyEnd'] },
      { title: '序列号', fields: ['way', 'from', 'to', 'list'] },
    ],
    steps: { lines: 'lines', unit: '台', agreed: ['totalCount'] },
    done: '已入库',
    opens: '/admin/platform/device',
  },
});
