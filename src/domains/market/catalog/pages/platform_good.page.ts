/** 平台商品库: the platform's goods, to be taken into one's own shops; what has changed there since is offered. */
import {
  bool,
  choice,
  choices,
  image,
  int,
  longText,
  money,
  normalDisabled,
  ref,
  refs,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';
import { copiedParts } from '../copied-parts.ts';

const path = '/admin/contractor/supermarket/platform_good';

export const platformGood = page({
  path,
  title: '平台商品库',
  menu: ['商超', '商品'],
  order: 20,
  limited: 'common',
  fields: {
    image: image('图', { purpose: 'public' }),
    name: text('名称'),
    catalogId: ref('商超分类', 'base_catalog', { tree: true }),
    brand: text('品牌'),
    spec: text('规格'),
    codeText: text('条码', { columnWidth: 140 }),
    category: choice('物料分类', goodsCategories),
    shelfDays: int('保质期', { unit: '天' }),
    guideFen: money('指导价', { help: '仅供参考' }),
    goodsName: text('本店商品'),
    goodsId: ref('本店商品', 'goods', { hidden: true }),
    changes: longText('有更新', { columnWidth: 260 }),
    state: choice('加入', [
      { value: 'NONE', label: '未加入', tone: 'neutral' },
      { value: 'TAKEN', label: '已加入', tone: 'success' },
      { value: 'CHANGED', label: '有更新', tone: 'warning' },
    ]),
    createdAt: time('建档时间', { sortable: true }),
  },
  list: {
    columns: ['image', 'name', 'catalogId', 'brand', 'spec', 'codeText', 'guideFen', 'goodsName', 'changes', 'state'],
    important: ['image', 'name', 'catalogId', 'spec', 'codeText', 'guideFen', 'state'],
    search: [keyword('名称/品牌/条码', 'name', 'brand', 'codeText'), 'catalogId', 'category', 'state'],
    notice: true,
    drills: { goodsName: { path: '/admin/contractor/erp/goods/record', search: (row) => ({ id: row.goodsId }) } },
    row: [
      {
        key: 'join',
        label: '加入本店',
        tone: 'primary',
        batch: true,
        form: {
          organizationIds: refs('上到这些单位的货架', 'organization', { help: '不选只建商品，不上货架' }),
          guided: bool('按指导价定价', { initial: true, help: '不按的以后在「商品管理」调价后上架' }),
        },
        when: (row) => row.state === 'NONE',
        done: '已加入',
      },
      {
        key: 'accept',
        label: '采用更新',
        batch: true,
        form: { parts: choices('只采用', copiedParts, { help: '不选为全部采用' }) },
        when: (row) => row.state === 'CHANGED',
        done: '已采用',
      },
      {
        key: 'keep',
        label: '保持不变',
        batch: true,
        confirm: '保持本店的写法，不再提示这些更新？',
        when: (row) => row.state === 'CHANGED',
      },
    ],
  },
});

/** The classes, as caterers search by them. */
export const platformCatalog = page({
  of: platformGood,
  path: 'catalog',
  title: '商品分类',
  fields: {
    name: text('名称'),
    parentId: ref('上级', 'base_catalog', { tree: true }),
    sort: int('排序'),
    status: choice('状态', normalDisabled),
  },
  list: { columns: ['name', 'status'], search: ['name'], sort: 'sort', treeBy: 'parentId' },
});

export default [platformGood, platformCatalog];
