/** The icon of a group of the folded menu that names none: by what its name is about. */

const icons: readonly (readonly [RegExp, string])[] = [
  [/首页|工作台/, 'home'],
  [/报表|日报|统计/, 'chart'],
  [/明细|账单/, 'file'],
  [/账号|权限/, 'user'],
  [/设置|系统/, 'setting'],
  [/卡务|证件/, 'idcard'],
  [/人员|客户|后厨/, 'team'],
  [/对账|核对/, 'audit'],
  [/资金|账户|充值|退款/, 'wallet'],
  [/补贴/, 'gift'],
  [/计次/, 'tags'],
  [/处理|交易/, 'transaction'],
  [/留样/, 'experiment'],
  [/晨检/, 'safety'],
  [/公示/, 'video'],
  [/溯源/, 'apartment'],
  [/菜/, 'read'],
  [/餐厅|项目/, 'meal'],
  [/门禁/, 'solution'],
  [/设备/, 'device'],
  [/商|订单|配送/, 'cart'],
  [/采购/, 'order'],
  [/数据|基础|业务/, 'database'],
];

export const groupIcon = (name: string): string => icons.find(([about]) => about.test(name))?.[1] ?? 'app';
