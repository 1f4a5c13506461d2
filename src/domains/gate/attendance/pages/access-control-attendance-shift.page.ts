/** 班次: when a shift begins and ends, what is forgiven, and which punches count for it. */
import { choice, hm, int, normalDisabled, refs, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import attendance from './access-control-attendance.page.ts';

const hour = { max: 1_439, width: 150 } as const;

export default page({
  of: attendance,
  path: 'shift',
  title: '班次',
  limited: 'common',
  fields: {
    name: text('名称', { required: true, max: 40, width: 200 }),
    in1: hm('上班', { ...hour, required: true }),
    out1: hm('下班', { ...hour, required: true, help: '不晚于上班的为次日' }),
    in2: hm('第二段上班', hour),
    out2: hm('第二段下班', hour),
    in3: hm('第三段上班', hour),
    out3: hm('第三段下班', hour),
    graceMin: int('宽限', { unit: '分钟', min: 0, max: 120, initial: 0, width: 150, help: '在此以内不算迟到、早退' }),
    absentMin: int('迟到多久算缺勤', { unit: '分钟', min: 1, max: 720, initial: 120, width: 150 }),
    beforeMin: int('上班前多久起计', { unit: '分钟', min: 0, max: 720, initial: 120, width: 150 }),
    afterMin: int('下班后多久止计', {
      unit: '分钟',
      min: 0,
      max: 720,
      initial: 240,
      width: 150,
      help: '此后当天的考勤才有结果',
    }),
    districtIds: refs('计考勤的区域', 'district', { none: '全部', help: '不选为全部（后厨除外）', width: 500 }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: ['name', 'in1', 'out1', 'in2', 'out2', 'graceMin', 'absentMin', 'districtIds', 'status'],
    search: [keyword('名称', 'name'), 'status'],
    sort: 'name',
    row: ['edit', ...onOff('停用班次「{name}」？已排的班照旧，不能再排'), 'remove'],
    tools: ['create'],
  },
  form: {
    sections: [
      { fields: ['name', 'in1', 'out1', 'in2', 'out2', 'in3', 'out3'] },
      { title: '规则', fields: ['graceMin', 'absentMin', 'beforeMin', 'afterMin', 'districtIds', 'status'] },
    ],
  },
});
