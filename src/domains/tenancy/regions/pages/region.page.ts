/** 行政区划: provinces to streets, used by every address. */
import { choice, int, normalDisabled, region, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

export default page({
  title: '行政区划',
  path: '/admin/base/region',
  menu: ['基础数据', '基础数据'],
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    code: text('区划码', {
      required: true,
      createOnly: true,
      sortable: true,
      width: 200,
      pattern: { source: '^(\\d{2}|\\d{4}|\\d{6}|\\d{9})$', message: '应为 2、4、6 或 9 位数字' },
      help: '省 2 位、市 4 位、区县 6 位、街道 9 位，以上级的区划码开头',
    }),
    parentId: region('上级', { createOnly: true, width: 400, help: '省级不填' }),
    level: choice('级别', [
      { value: '1', label: '省' },
      { value: '2', label: '市' },
      { value: '3', label: '区县' },
      { value: '4', label: '街道' },
    ]),
    fullName: text('全称', { columnWidth: 230 }),
    childCount: int('下级', { unit: '个' }),
    lng: text('经度', {
      width: 150,
      pattern: { source: '^-?\\d{1,3}(\\.\\d{1,8})?$', message: '应为数字，如 120.153576' },
    }),
    lat: text('纬度', {
      width: 150,
      pattern: { source: '^-?\\d{1,2}(\\.\\d{1,8})?$', message: '应为数字，如 30.287459' },
    }),
    sort: int('排序', { min: 0, max: 9999, initial: 0, width: 100 }),
    status: choice('状态', normalDisabled),
  },
  list: {
    columns: except('parentId'),
    search: [keyword('名称/区划码', 'fullName', 'code'), 'parentId', { key: 'level', initial: '1' }, 'status'],
    sort: 'code',
    tools: ['create'],
    row: [
      {
        key: 'children',
        label: '下级',
        open: '/admin/base/region?parentId={id}&level=*',
        when: (r) => (r.childCount ?? 0) > 0,
      },
      {
        key: 'addChild',
        label: '新增下级',
        open: '/admin/base/region/form?parentId={id}',
        when: (r) => r.level !== '4' && r.status === 'NORMAL',
      },
      'edit',
      {
        key: 'disable',
        label: '禁用',
        confirm: '确定禁用「{fullName}」？以后不能再选它',
        when: (r) => r.status === 'NORMAL',
      },
      { key: 'enable', label: '启用', when: (r) => r.status === 'DISABLED' },
    ],
  },
  form: { sections: [{ fields: ['parentId', 'code', 'name', 'lng', 'lat', 'sort'] }] },
});
