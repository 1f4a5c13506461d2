/** 区域管理 and 后厨区域: one register of places, the grounds and the kitchens each on a page of its own. */
import { choice, choices, decimal, int, lines, normalDisabled, ref, refs, text } from '../../../kit/define/field.ts';
import { onOff } from '../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../kit/define/page.ts';
import {
  doorDirections,
  dressingRoomMax,
  type Family,
  kitchenKinds,
  passbacks,
  siteKinds,
  staffAsks,
} from './district-words.ts';

interface Told {
  path: `/${string}`;
  title: string;
  menu: [string, string];
  order: number;
  family: Family;
}

export const districtsIn = ({ path, title, menu, order, family }: Told) => {
  const kitchen = family === 'KITCHEN';
  return page({
    path,
    title,
    menu,
    order,
    limited: 'common',
    fields: {
      name: text('名称', { required: true, max: 40, width: 300 }),
      kind: choice('类型', kitchen ? kitchenKinds : siteKinds, { required: true, width: 200 }),
      restaurantId: ref('餐厅', 'restaurant', { required: kitchen, width: 300 }),
      parentId: ref('上级区域', path, { width: 300, help: '不选则为第一级' }),
      maxTemp: decimal('温度上限', {
        unit: '℃',
        digits: 1,
        min: -30,
        max: 60,
        width: 150,
        help: `专间不高于 ${dressingRoomMax} ℃；不填则不看温度`,
        when: () => kitchen,
      }),
      passback: choice('反潜回', passbacks, {
        initial: 'OFF',
        width: 150,
        help: '没有出去又进来：禁止时门先问平台，问不到只提示；每个营业日重新计，外出从不阻拦',
        when: () => !kitchen,
      }),
      asks: choices(
        '后厨人员须有',
        kitchen ? [{ value: 'TRAINING', label: '晨检、健康证、半年内培训考核' }] : staffAsks,
        {
          none: kitchen ? '晨检、健康证' : '不查',
          width: 300,
          help: kitchen
            ? '晨检与健康证总要查；勾选后半年内没有培训考核合格的也不能进'
            : '后厨人员由此进入时另查，断网的门也按此放行；其他人只看通行规则',
        },
      ),
      doors: lines(
        '门',
        {
          deviceId: ref('设备', 'device', { required: true }),
          direction: choice('方向', doorDirections, { required: true, initial: 'IN' }),
        },
        { unique: ['deviceId'], max: 50 },
      ),
      doorCount: int('门', { unit: '扇', readOnly: true }),
      doorNames: text('门禁设备', { columnWidth: 240 }),
      sort: int('排序', { min: 0, max: 9_999, initial: 0, width: 150, help: '小的在前' }),
      status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    },
    list: {
      columns: kitchen ? except('parentId', 'sort', 'passback') : except('parentId', 'sort', 'maxTemp'),
      search: [keyword('名称', 'name'), 'kind', 'restaurantId', 'status'],
      sort: 'sort',
      treeBy: 'parentId',
      row: [
        { key: 'addBelow', label: '新增下级', open: `${path}/form?parentId={id}` },
        ...(kitchen
          ? []
          : [
              {
                key: 'clearPassback',
                label: '清除反潜回',
                form: { personIds: refs('人员', 'person', { help: '不选为所有人：此刻起都算在外面', max: 500 }) },
                when: (row: { passback: string | null }) => row.passback !== 'OFF',
                done: '已清除',
              },
            ]),
        'edit',
        ...onOff('停用后门禁不再放行「{name}」的人员。确定停用？', { tone: 'danger' }),
        'remove',
      ],
      tools: ['create', ...(kitchen ? [] : [{ key: 'rules', label: '通行规则', open: `${path}/rule` }])],
    },
    form: {
      sections: [
        { fields: ['name', 'kind', 'restaurantId', 'parentId', 'maxTemp', 'passback', 'asks', 'sort', 'status'] },
        { title: '门', fields: ['doors'] },
      ],
    },
  });
};
