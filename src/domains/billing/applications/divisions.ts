/**
 * What of an area belongs to which application. A place is a group of the menu («top/child»), its top item, a path below the
 * area, or `*`; the nearest alone decides, so that every page belongs to exactly one. Pages that come later under the same
 * menu belong to it without being named.
 */
import { type AnyPage, areaOf, ownerPath } from '../../../kit/define/page.ts';

export interface Division {
  code: string;
  unitType: 'ORGANIZATION' | 'CONTRACTOR';
  name: string;
  intro: string;
  base?: true;
  places: readonly string[];
}

export const divisions: readonly Division[] = [
  {
    code: 'ORG_BASE',
    unitType: 'ORGANIZATION',
    name: '一卡通基础服务',
    intro: '人员卡务、消费、充值存取、对账月结、设备与账号',
    base: true,
    places: ['*'],
  },
  {
    code: 'SUBSIDY',
    unitType: 'ORGANIZATION',
    name: '补贴管理',
    intro: '补贴规则、发放、清零与报表',
    places: ['补贴管理'],
  },
  {
    code: 'REPORT_MEAL',
    unitType: 'ORGANIZATION',
    name: '报餐',
    intro: '报餐、缺勤、免扣与报餐报表',
    places: ['报餐管理'],
  },
  { code: 'ORDERING', unitType: 'ORGANIZATION', name: '订餐', intro: '提前订餐、取餐与订餐报表', places: ['订餐管理'] },
  {
    code: 'MENU',
    unitType: 'ORGANIZATION',
    name: '菜谱营养',
    intro: '菜品、菜谱、营养分析与评价',
    places: ['菜谱营养', '/dishes_home'],
  },
  {
    code: 'FOOD_SAFETY',
    unitType: 'ORGANIZATION',
    name: '食品安全',
    intro: '留样、晨检、后厨、公示、管控与溯源',
    places: ['食品安全'],
  },
  { code: 'GATE', unitType: 'ORGANIZATION', name: '门禁考勤', intro: '门禁、通行与考勤', places: ['门禁考勤'] },
  {
    code: 'CON_BASE',
    unitType: 'CONTRACTOR',
    name: '承包商基础服务',
    intro: '项目与餐厅、交易、资金与结算、账号',
    base: true,
    places: ['*'],
  },
  {
    code: 'CON_REPORT',
    unitType: 'CONTRACTOR',
    name: '经营报表',
    intro: '跨单位的消费、订餐、菜品与收入报表',
    places: ['报表中心'],
  },
  { code: 'CON_SHOP', unitType: 'CONTRACTOR', name: '商超', intro: '商超商品、订单与配送', places: ['商超'] },
  { code: 'CON_STOCK', unitType: 'CONTRACTOR', name: '进销存', intro: '库存物料、采购与出入库', places: ['进销存'] },
];

/** Any registry of pages, for both sides. */
export interface Pages {
  at(path: string): { page: AnyPage; path: string } | undefined;
}

/** The menu group a path stands in, its owner's or that of the page above it where it has none. */
function groupOf(pages: Pages, path: string): readonly [string, string] | undefined {
  const entry = pages.at(path);
  const menu = entry?.page.places.find((place) => place.path === path)?.menu;
  if (menu) return menu;
  const above = ownerPath(path);
  return above.split('/').length > 3 ? groupOf(pages, above) : undefined;
}

/** The path below its area and those above it: `/user/push`, `/user`. */
function below(path: string): string[] {
  const rest = path.split('/').slice(3);
  return rest.map((_, i) => `/${rest.slice(0, rest.length - i).join('/')}`);
}

/** The divisions that the nearest place of a path names: exactly one, which a test holds; none outside the two areas. */
export function divisionsOf(pages: Pages, path: string): readonly Division[] {
  const area = areaOf(path);
  const unitType = area === 'organization' ? 'ORGANIZATION' : area === 'contractor' ? 'CONTRACTOR' : undefined;
  if (!unitType) return [];
  const own = divisions.filter((one) => one.unitType === unitType);
  const group = groupOf(pages, path);
  const nearest = [...below(path), ...(group ? [group.join('/'), group[0]] : []), '*'];
  for (const place of nearest) {
    const found = own.filter((one) => one.places.includes(place));
    if (found.length > 0) return found;
  }
  return [];
}
