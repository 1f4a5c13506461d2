/** Where the menu's groups stand in each area, and their icons. Groups not named here follow in order of their pages. */
import type { MenuArea } from '../tables.ts';

export const areaOrder: readonly MenuArea[] = ['SYSTEM', 'PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION'];

/** Top items and, after a slash, their children. */
export const groupOrder: Readonly<Record<MenuArea, readonly string[]>> = {
  SYSTEM: ['系统', '基础数据'],
  PLATFORM: ['首页', '客户', '交易', '资金', '设备', '设备/设备管理', '设备/采购', '应用', '菜品库', '商超', '系统'],
  AGENT: ['首页', '客户', '采购', '账号权限'],
  CONTRACTOR: [
    '首页',
    '经营管理',
    '经营管理/项目与餐厅',
    '经营管理/账号权限',
    '交易管理',
    '资金管理',
    '资金管理/账户',
    '资金管理/充值退款',
    '报表中心',
    '报表中心/日报',
    '报表中心/明细',
    '报表中心/菜品',
    '商超',
    '商超/商品',
    '商超/订单配送',
    '商超/账单报表',
    '进销存',
  ],
  ORGANIZATION: [
    '首页',
    '人员卡务',
    '人员卡务/人员档案',
    '人员卡务/卡务与绑定',
    '消费管理',
    '消费管理/消费处理',
    '消费管理/消费报表',
    '消费管理/消费设置',
    '资金账户',
    '资金账户/充值存取',
    '资金账户/账户对账',
    '资金账户/单位资金',
    '补贴管理',
    '补贴管理/补贴发放',
    '补贴管理/补贴报表',
    '报餐管理',
    '报餐管理/报餐设置',
    '报餐管理/报餐报表',
    '订餐管理',
    '订餐管理/订餐设置',
    '订餐管理/订餐报表',
    '菜谱营养',
    '菜谱营养/菜谱',
    '菜谱营养/菜品食材',
    '食品安全',
    '食品安全/公示',
    '食品安全/后厨人员',
    '食品安全/晨检',
    '食品安全/食品留样',
    '门禁考勤',
    '系统设置',
    '系统设置/账号权限',
    '系统设置/设备与应用',
  ],
};

/** Icon names of the top items; the console knows each. */
export const groupIcons: Readonly<Record<string, string>> = {
  首页: 'home',
  客户: 'team',
  人员卡务: 'idcard',
  消费管理: 'shop',
  交易: 'transaction',
  交易管理: 'transaction',
  资金: 'wallet',
  资金账户: 'wallet',
  资金管理: 'wallet',
  补贴管理: 'gift',
  报餐管理: 'schedule',
  订餐管理: 'order',
  菜谱营养: 'read',
  菜品库: 'read',
  食品安全: 'safety',
  门禁考勤: 'audit',
  设备: 'device',
  应用: 'app',
  采购: 'tags',
  商超: 'cart',
  进销存: 'database',
  经营管理: 'solution',
  报表中心: 'chart',
  账号权限: 'user',
  系统设置: 'setting',
  系统: 'setting',
  基础数据: 'database',
};

/** Sort number of a group (`top` or `top/child`): its place in the list, or after all of it. */
export function groupSort(area: MenuArea, key: string): number {
  const at = groupOrder[area].indexOf(key);
  return at < 0 ? 9000 : (at + 1) * 10;
}
