/**
 * The typical staff of each kind of unit as ready-made roles (domain.md §3). Whoever makes a batch, a refund or a
 * correction is another role than whoever approves it: 财务 makes, 财务复核 approves; the free limits, accounts and
 * roles stay with 管理员. Staff whose pages are still to come (buyers, cooks, food-safety officers) have none yet.
 */
import type { UnitType } from '../../../kit/define/page.ts';
import type { DataScope } from '../tables.ts';

export interface ReadyRole {
  unitType: UnitType;
  name: string;
  remark: string;
  dataScope: DataScope;
  /** Page below the unit's area → the verbs beside 查看, with spaces between. */
  pages: Readonly<Record<string, string>>;
}

const looks = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, 'export']));

const consumeReports = looks(
  '/consume_detail',
  '/consume_summary',
  '/daily_consume_summary',
  '/daily_income_summary',
  '/department_consume_summary',
  '/personal_consume_summary',
  '/equipment_daily_data',
  '/equipment_monthly_data',
  '/restaurant/monthly_data',
  '/third_party_consume_summary',
  '/third_party_consume',
  '/weigh_trade_detail',
);
const moneyReports = {
  ...consumeReports,
  ...looks(
    '/daily_recharge_summary',
    '/personal_recharge_summary',
    '/refund/detail',
    '/account_balance',
    '/account_statement',
    '/account_statement/detail',
    '/count_ledger',
    '/count_statement',
    '/daily_balance_summary',
    '/subsidy/detail',
    '/subsidy/verify_summary',
  ),
  '/recharge/detail': 'export ask',
};
const approves = 'export approve reject';

const clerk: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '财务',
  remark: '柜台收付、补卡，制作批量充值、退款、补贴与纠错，交班；不审核',
  dataScope: 'ALL',
  pages: {
    ...moneyReports,
    '/home': '',
    '/user':
      'export issueCard reportLoss liftLoss replaceCard exchangeCard returnCard returnFee freezeCard unfreezeCard leave close',
    '/wait_repair_card_detail':
      'create export accept make deliver reject cancel stock registerBlanks removeBlanks cancelReturned',
    '/recharge': 'create export receipt reverse pay_code',
    '/deposit': 'create export receipt reverse',
    '/cash_out_detail': 'create export receipt reverse',
    '/recharge/more': 'create export submit retry cancel',
    '/count_recharge': 'create export receipt reverse',
    '/count_recharge/more': 'create export submit retry cancel',
    '/refund': 'create export reveal payCash payBank unpaid ask retry change close cancel',
    '/refund/more': 'create export submit retry cancel',
    '/third_refund': 'create export ask retry',
    '/third_party_consume': 'export ask',
    '/recharge/detail': 'export ask',
    '/main_account_order': 'export ask close bill_check',
    '/operator_cash_summary': 'export handOver',
    '/subsidy/configure': 'create update remove export disable enable',
    '/subsidy/recharge': 'create export return',
    '/subsidy/batch_recharge': 'create export submit recheck stop retry void',
    '/return_subsidy': 'create export reverse',
    '/subsidy/refund': 'create export',
    '/subsidy/clear_detail': 'export clear restore',
    '/statistics/budget_summary': 'create update remove export',
    '/consume': 'export reverse',
    '/consume/refused': 'export',
    '/correct': 'create export report accept retry cancel',
    '/correct/batch': 'create export retry cancel giveUp',
    '/artificial_chopping': 'create export retry cancel',
    '/artificial_chopping/deatil_form': '',
    '/offline_consume': 'export post overdraft void restore',
    '/offline_consume/gap': 'export',
    '/ledger_check': 'check',
    '/month_close': 'accept witness pack',
  },
};

const reviewer: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '财务复核',
  remark: '审核财务与食堂提交的批次、退款、纠错和清零，核对账目，月结；不制单',
  dataScope: 'ALL',
  pages: {
    ...moneyReports,
    '/home': '',
    '/user': 'export',
    '/recharge': 'export',
    '/deposit': 'export',
    '/cash_out_detail': 'export',
    '/recharge/more': approves,
    '/count_recharge': 'export',
    '/count_recharge/more': approves,
    '/refund': approves,
    '/refund/more': approves,
    '/third_refund': 'export',
    '/main_account_order': 'export',
    '/operator_cash_summary': 'export',
    '/subsidy/configure': 'export',
    '/subsidy/recharge': approves,
    '/subsidy/batch_recharge': approves,
    '/return_subsidy': approves,
    '/subsidy/clear_detail': 'export decide_clear',
    '/statistics/budget_summary': 'export',
    '/consume': 'export',
    '/correct': approves,
    '/correct/batch': approves,
    '/artificial_chopping': `${approves} reverse`,
    '/artificial_chopping/deatil_form': '',
    '/offline_consume': 'export',
    '/offline_consume/gap': 'export',
    '/ledger_check': 'check',
    '/month_close': 'close witness verify_seals pack',
  },
};

const canteen: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '食堂管理员',
  remark: '餐厅、餐次与定值，菜品与菜谱（由他人审核、发布），设备，停机时的人工消费（由他人审核），消费报表',
  dataScope: 'ALL',
  pages: {
    ...consumeReports,
    '/home': '',
    '/user': '',
    '/consume': 'export',
    '/consume/refused': 'export',
    '/correct': 'report export',
    '/artificial_chopping': 'create export retry cancel',
    '/artificial_chopping/deatil_form': '',
    '/offline_consume': 'export',
    '/offline_consume/gap': 'export giveUp reopen',
    '/meal': 'create update remove disable enable adopt',
    '/restaurant': 'create update remove export disable enable',
    '/restaurant/meal': 'create update',
    '/restaurant/sp': 'create update remove export disable enable',
    '/deploy_site': 'create update remove export disable enable',
    '/fixed_value': 'create update remove export disable enable calendar',
    '/type/deploy_site_set': 'create update export assign unlimit',
    '/user/type_meal': 'create update remove export bar allow assign',
    '/weekend_repast_personnel': 'export',
    '/device_list': 'create update export bind pairing restart syncList syncTime gaps commandLog',
    '/dishes_home': '',
    '/food_menu': 'create update remove export submit recall stop limit',
    '/food_menu_v2': 'save copy apply template submit recall item',
    '/food_menu_v2/cycle': 'create update remove export disable enable',
    '/food_menu_statistics': 'export',
    '/organization_food': 'create update remove export import submit recall putOn takeOff takeNews difference',
    '/organization_food_stuff': 'create update remove export import reprice disable enable merge adopt removePrice',
    '/ingredient': 'create update remove export replace',
    '/platform_food': 'export adopt',
    '/nourishment': 'export',
  },
};

const nutritionist: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '营养师',
  remark: '审核菜品，看营养与统计，发布和撤回他人编制的菜谱；不编制',
  dataScope: 'ALL',
  pages: {
    '/home': '',
    '/dishes_home': '',
    '/food_menu': 'export publish withdraw',
    '/food_menu_v2': 'publish withdraw',
    '/food_menu_statistics': 'export',
    '/organization_food': 'export approve reject difference',
    '/organization_food_stuff': 'export',
    '/ingredient': 'export',
    '/platform_food': 'export',
    '/nourishment': 'export',
  },
};

const staffOffice: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '人事',
  remark: '人员、部门、工号与类别的建档和调动，人脸同意与下发，周末就餐名单；不动钱',
  dataScope: 'ALL',
  pages: {
    '/home': '',
    '/user':
      'create update export import reveal issueCard reportLoss liftLoss move verify suspend resume leave reopen ' +
      'faceAsk faceConsent faceUpload faceWithdraw',
    '/department': 'create update remove export import movePeople',
    '/type': 'create update export',
    '/job_number': 'create update export import void restore',
    '/face_info_count': 'export',
    '/user/push': 'export retry push',
    '/unbind': 'export unbind',
    '/user/temperature': 'create export import deal',
    '/weekend_repast_personnel': 'create update remove export import assign',
  },
};

const manager: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '项目经理',
  remark: '所管餐厅的餐厅、部署点与餐次，就餐人员',
  dataScope: 'RESTAURANT',
  pages: {
    '/manage/contract_site': 'export',
    '/restaurant': 'update export',
    '/deploy_site': 'create update export disable enable',
    '/meal': 'create update disable enable',
    '/user': 'export reportLoss',
  },
};

const salesperson: ReadyRole = {
  unitType: 'AGENT',
  name: '销售',
  remark: '为客户开户、分配设备',
  dataScope: 'ALL',
  pages: {
    '/account': 'create update export',
    '/device': 'export assign pairing gaps commandLog',
    '/grade': '',
  },
};

const operator: ReadyRole = {
  unitType: 'PLATFORM',
  name: '平台运营',
  remark: '代理商、承包商与单位的开户和维护，设备入库与分配，菜品库',
  dataScope: 'ALL',
  pages: {
    '/platform_home': '',
    '/agent': 'create update export',
    '/contractor': 'create update export',
    '/organization': 'create update export',
    '/user': '',
    '/device': 'create update export import assign pairing command repair repaired recall gaps commandLog',
    '/device/form2': 'enter',
    '/device_type': 'create update export',
    '/food': 'create update remove export import publish withdraw',
    '/food_stuff': 'create update remove export import disable enable',
    '/food_stuff_type': 'create update remove export disable enable',
    '/food_type': 'create update remove export disable enable',
  },
};

export const readyRoles: readonly ReadyRole[] = [
  clerk,
  reviewer,
  canteen,
  staffOffice,
  nutritionist,
  manager,
  salesperson,
  operator,
];

/** The role's grants, `path#verb`, sorted; every page with its 查看. */
export function grantsOf({ unitType, pages }: ReadyRole): string[] {
  const area = `/admin/${unitType.toLowerCase()}`;
  return Object.entries(pages)
    .flatMap(([path, verbs]) => ['query', ...verbs.split(' ').filter(Boolean)].map((verb) => `${area}${path}#${verb}`))
    .sort();
}
