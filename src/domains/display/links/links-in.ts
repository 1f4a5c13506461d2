/** The pages that say who is published on which screen: one shape, three owners. */
import { page } from '../../../kit/define/page.ts';
import type { OwnerType } from './owner-types.ts';

/** What such a page's view calls. */
export const linksIn = (of: { path: string; title: string; order: number }) =>
  page({
    ...of,
    menu: ['食品安全', '公示'],
    kind: 'custom',
    fields: {},
    cites: ['/admin/organization/restaurant'],
    verbs: {
      grid: '查看关联',
      save: '保存关联',
      layout: '屏幕版式',
      address: '生成大屏网址',
      endAddress: '停用大屏网址',
    },
    duties: { grid: 'look', save: 'make', layout: 'setup', address: 'setup', endAddress: 'setup' },
  });

/** Whose each page is. */
export const ownerOfPath: Readonly<Record<string, OwnerType>> = {
  '/admin/organization/unit_information/link': 'UNIT',
  '/admin/organization/food_safety_employee/link': 'OFFICER',
  '/admin/organization/inspection_user/link': 'INSPECTOR',
};
