/** 清单: what 日管控, 周排查 and 月调度 ask to be looked at by hand, as versions that hold from a day on. */
import { choice, date, int, longText, text, time } from '../../../../kit/define/field.ts';
import { type Action, page } from '../../../../kit/define/page.ts';
import foodSafetyEmployee from '../../people/pages/food_safety_employee.page.ts';
import { amendVerb, type SheetKind, sheetKinds, tickedItems } from '../sheet-words.ts';

const items = longText('检查项目', { required: true, max: 5_000, help: '一行一项；系统自动统计的项目不用写' });
const asked = {
  fromDate: date('生效日期', { required: true, starts: 'today', help: '周排查从星期一、月调度从 1 日起生效' }),
  note: text('修订说明', { max: 100 }),
};
const builtIn = (kind: SheetKind) => tickedItems[kind].map((item) => item.label).join('\n');

export default page({
  of: foodSafetyEmployee,
  path: 'check_list',
  title: '管控清单',
  fields: {
    kind: choice('表', sheetKinds),
    fromDate: date('生效日期', { sortable: true }),
    state: choice('状态', [
      { value: 'NOW', label: '现行', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'PAST', label: '历史', tone: 'neutral' },
    ]),
    count: int('项数', { unit: '项' }),
    items: longText('检查项目', { columnWidth: 420 }),
    note: text('修订说明', { columnWidth: 180 }),
    madeName: text('修订人'),
    madeAt: time('修订时间'),
  },
  list: {
    subline: { madeName: 'madeAt' },
    search: ['kind', 'state'],
    row: [{ key: 'amend', label: '在此基础上修订', form: { ...asked, items }, done: '已修订' }, 'view'],
    tools: sheetKinds.map(
      ({ value, label }): Action => ({
        key: amendVerb(value),
        label: `修订${label}`,
        form: { ...asked, items: { ...items, initial: builtIn(value) } },
        done: '已修订',
      }),
    ),
    notice: true,
  },
});
