/** 就餐提醒. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import spec from './manual-report-meal-notice.page.ts';

export default bind(spec, {
  list: over(spec, 'meal_notice as n', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    columns: { departmentId: 'p.department_id' },
    names: { departmentId: departmentPath },
    where: { keyword: personOr() },
  }),
  notice: () =>
    Promise.resolve({
      tone: 'info',
      text: '报餐、订餐截止前 2 小时和 30 分钟，提醒近 14 天报过（订过）这一餐、这次还没有的人，每个时点一次；人数另报预警。本人在单位的应用里看到。',
    }),
});
