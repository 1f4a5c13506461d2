/**
 * The typical staff of each kind of unit as ready-made roles (domain.md §3), told as duties over the menu: pages that
 * come later under the same menu belong to them without being named. Whoever makes a batch, a refund or a correction is
 * another role than whoever approves it: 财务 makes, 财务复核 approves; limits, accounts and roles stay with 管理员.
 */
import type { UnitType } from '../../../kit/define/page.ts';
import type { DataScope } from '../tables.ts';

export interface ReadyRole {
  unitType: UnitType;
  name: string;
  remark: string;
  dataScope: DataScope;
  /**
   * Where → which work. Where: a page below the unit's area, a group of the menu («top/child»), its top item, or `*`;
   * the nearest alone decides. Work: duties (`kit/define/duty.ts`) with spaces between, `+verb` and `-verb` of the page.
   */
  work: Readonly<Record<string, string>>;
}

const clerk: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '财务',
  remark: '柜台收付、补卡，制作批量充值、退款、补贴与纠错，交班；不审核',
  dataScope: 'ALL',
  work: {
    '/home': 'look',
    '/user':
      'look +issueCard +reportLoss +liftLoss +replaceCard +exchangeCard +returnCard +returnFee +freezeCard ' +
      '+unfreezeCard +leave +close',
    '/wait_repair_card_detail': 'look make',
    '消费管理/消费处理': 'look make',
    '/offline_consume/gap': 'look',
    '消费管理/消费报表': 'look',
    资金账户: 'look make',
    '/refund': 'look make +reveal',
    '/month_close': 'look make +witness',
    补贴管理: 'look make',
    '报餐管理/报餐报表': 'look',
    '订餐管理/订餐报表': 'look',
    其他: 'look',
  },
};

const reviewer: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '财务复核',
  remark: '审核财务与食堂提交的批次、退款、纠错和清零，核对账目，月结；不制单',
  dataScope: 'ALL',
  work: {
    '/home': 'look',
    '/user': 'look',
    '消费管理/消费处理': 'look check',
    '消费管理/消费报表': 'look',
    资金账户: 'look check',
    '/recharge/detail': 'look +ask',
    补贴管理: 'look check',
    '报餐管理/报餐报表': 'look check',
    '/manual_report_meal/guest': 'look check',
    '订餐管理/订餐报表': 'look check',
    其他: 'look',
  },
};

const canteen: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '食堂管理员',
  remark:
    '餐厅、餐次与定值，报餐与订餐，菜品与菜谱（由他人审核、发布），设备，停机时的人工消费（由他人审核），消费报表',
  dataScope: 'ALL',
  work: {
    '首页/工作台': 'look',
    '/user': '+query',
    '/weekend_repast_personnel': 'look',
    '/type/deploy_site_set': 'look make',
    '/user/type_meal': 'look make',
    '消费管理/消费处理': 'look',
    '/correct': 'look +report',
    '/correct/batch': '',
    '/artificial_chopping': 'look make',
    '/offline_consume/gap': 'look make',
    '消费管理/消费报表': 'look',
    '/daily_recharge_summary': '',
    '/personal_recharge_summary': '',
    '消费管理/消费设置': 'look make',
    '/restaurant/meal': 'look setup',
    '/device_list': 'look make',
    报餐管理: 'look make',
    '/meal_reporting_period': 'setup',
    '/manual_report_meal': 'look make +late',
    订餐管理: 'look make',
    菜谱营养: 'look make',
    其他: 'look',
  },
};

const staffOffice: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '人事',
  remark: '人员、部门、工号与类别的建档和调动，人脸同意与下发，周末就餐名单；不动钱',
  dataScope: 'ALL',
  work: {
    '/home': 'look',
    '人员卡务/人员档案': 'look make',
    '/user': 'look make +reveal -replaceCard -exchangeCard -returnCard -returnFee -freezeCard -unfreezeCard -close',
    '/unbind': 'look make',
    '/user/push': 'look make',
    '/user/temperature': 'look make',
  },
};

const menuPlanner: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '菜谱编制',
  remark:
    '编制食材、菜品、菜谱与营养成分，看营养分析；由他人审核、发布。营养师自己排菜的给这个角色，只审核的给「营养师」',
  dataScope: 'ALL',
  work: { '首页/工作台': 'look', 菜谱营养: 'look make' },
};

const nutritionist: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '营养师',
  remark: '审核菜品，看营养与统计，发布和撤回他人编制的菜谱；不编制',
  dataScope: 'ALL',
  work: { '首页/工作台': 'look', 菜谱营养: 'look check' },
};

const classTeacher: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '班主任',
  remark: '本班的人员、报餐、缺勤与客餐、周末就餐与体温登记，本班的就餐与消费报表；员工档案里的「管辖部门」选本班',
  dataScope: 'DEPARTMENT',
  work: {
    '/department_home': 'look',
    '/user': 'look +reportLoss',
    '/user/temperature': 'look +create',
    '/weekend_repast_personnel': 'look make',
    '消费管理/消费报表': 'look',
    '/personal_recharge_summary': '',
    报餐管理: 'look',
    '/manual_report_meal': 'look make',
    '/manual_report_meal_v2': 'look make -late',
    '/manual_report_meal/absence': 'look make -late +reveal',
    '/manual_report_meal/count': 'look make',
    '/manual_report_meal/guest': 'look make',
    '/manual_report_meal/habit': 'look make',
    '订餐管理/订餐报表': 'look',
    '/meal_head_detail': 'look',
  },
};

/** Who hears of an alert takes it, says what was done, and may open it again. */
const dealing = '+take +close +ignore +reopen';

const safetyOfficer: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '食品安全员',
  remark:
    '晨检、后厨记录、留样与巡检的登记，留样台账与管控表的签名，预警的处理，隐患的登记与整改；不复核，不改权限与设置',
  dataScope: 'ALL',
  work: {
    '首页/工作台': 'look',
    '/alert_detail': `look ${dealing}`,
    食品安全: 'look make',
    '/cook_user/permissions': 'look',
    '/sample_daily_report': 'look +sign',
  },
};

const safetyDirector: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '食品安全总监',
  remark: '确认健康证，复核隐患，签名管控表，见证更正，后厨权限与设置；不登记',
  dataScope: 'ALL',
  work: {
    '首页/工作台': 'look',
    '/alert_detail': `look ${dealing}`,
    食品安全: 'look check setup',
    '/food_safety_employee': 'look check +sign',
  },
};

const kitchenChief: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '后厨主管',
  remark: '后厨人员、排班与权限，操作记录和留样的登记；不确认健康证，不签管控表',
  dataScope: 'ALL',
  work: {
    '首页/工作台': 'look',
    '/alert_detail': `look ${dealing}`,
    '食品安全/后厨人员': 'look make setup',
    '食品安全/晨检': 'look make',
    '食品安全/食品留样': 'look make',
  },
};

const gatekeeper: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '门卫',
  remark: '看进出与考勤，查看被拒绝的人，开入口码，处理门禁的预警；不改通行规则与班次',
  dataScope: 'ALL',
  work: {
    '/home': 'look',
    '/alert_detail': `look ${dealing}`,
    '/enter_record': 'look',
    '/access_control_attendance': '+query',
    '/creaate_entrance_qrcode': 'look make',
    '/district': '+query',
  },
};

const headOfSchool: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '校领导',
  remark: '查看食品安全，登记陪餐，签月调度；不改其他',
  dataScope: 'ALL',
  work: {
    '首页/工作台': 'look',
    食品安全: 'look',
    '/inspection_user': 'look make',
    '/food_safety_employee': 'look +sign',
  },
};

const regulator: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '监管',
  remark: '监管部门查看晨检、留样、管控与菜谱，号码遮盖；不导出，什么也不改',
  dataScope: 'ALL',
  work: {
    '/cook_user': '+query',
    '/cook_user/district': '+query',
    '/cook_user/operate_record': '+query',
    '/cook_user/permissions': '+query +grid',
    '/morning_check': '+query +matrix +week',
    '/food_safety_employee': '+query +sheet',
    '/inspection_user': '+query',
    '/unit_information': '+query',
    '/sample_management': '+query',
    '/sample_daily_report': '+query +sheet',
    '/food_menu': '+query',
  },
};

const auditor: ReadyRole = {
  unitType: 'ORGANIZATION',
  name: '审计',
  remark: '查看与导出全部业务单据和报表，号码按屏幕显示的遮盖；什么也不改',
  dataScope: 'ALL',
  work: { '*': 'look', '系统设置/账号权限': '' },
};

const manager: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '项目经理',
  remark: '所管餐厅的餐厅、部署点与餐次，就餐人员，报餐报表',
  dataScope: 'RESTAURANT',
  work: {
    '经营管理/项目与餐厅': 'look make',
    '/manage/contract_site': 'look',
    '/restaurant': 'look +update',
    '/user': 'look +reportLoss',
    报表中心: 'look',
  },
};

const salesperson: ReadyRole = {
  unitType: 'AGENT',
  name: '销售',
  remark: '为客户开户、分配设备',
  dataScope: 'ALL',
  work: {
    '/account': 'look +create +update',
    '/device': 'look +assign +pairing',
    '/annual_fee_record': 'look +renew +register +call',
    采购: 'look',
  },
};

const operator: ReadyRole = {
  unitType: 'PLATFORM',
  name: '平台运营',
  remark: '代理商、承包商与单位的开户和维护，设备入库与分配，菜品库',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    '客户/客户管理': 'look make',
    设备: 'look make',
    菜品库: 'look make',
  },
};

const settler: ReadyRole = {
  unitType: 'PLATFORM',
  name: '结算专员',
  remark: '出结算单、提现初审、单位账单与年费收款确认、发货；不复核，不打款',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    '资金/资金': 'look make',
    '/settlement': 'look make',
    '/transfer_accounts': 'look +check +reject',
    '/bank_account': 'look',
    '/unit_bill': 'look make +confirm +deny',
    '/annual_fee_record': 'look +confirm +call',
    '设备/采购': 'look make',
    '资金/收款报表': 'look',
  },
};

const settlementReviewer: ReadyRole = {
  unitType: 'PLATFORM',
  name: '结算复核',
  remark: '结算、裁定争议、提现复核、审核收款账户、见证减免与作废；不制单，不打款',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    '资金/资金': 'look check',
    '/transfer_accounts': 'look +approve +reject +vouch',
    '/unit_bill': 'look +vouch',
    '/annual_fee_record': 'look +vouch',
    '/application': 'look +vouch',
    '资金/收款报表': 'look',
  },
};

const cashier: ReadyRole = {
  unitType: 'PLATFORM',
  name: '出纳',
  remark: '生成打款文件、登记银行结果；不审核，不能打自己经手的款',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    '/transfer_accounts': 'look +payout +paid +fail +bounce',
    '/daily_cashout_receipts': 'look',
    '/bank_account': 'look',
  },
};

const reconciler: ReadyRole = {
  unitType: 'PLATFORM',
  name: '对账专员',
  remark: '渠道账单、收款报表、补单与支付通知；不结算，不打款',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    交易: 'look make',
    '资金/收款报表': 'look make',
    '/re_onlinere_charge': 'look make',
    '/third_pay_callback': 'look make',
  },
};

const catererFinance: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '财务',
  remark: '核对并确认结算单、提出异议、申请提现、支付平台账单，登记供应商付款，商超售后的退款；不审核收款账户',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    资金管理: 'look make',
    '/erp/supplier_statement': 'look +pay +print',
    // What the shop's keeper has written down after a sale goes back by another hand.
    '/supermarket/supermarket_order': 'look +refund +decline',
    '/settlement': 'look +confirm +dispute +correct +consent +reject',
    '/bank_account': 'look +create +submit',
    报表中心: 'look',
    '/application': 'look',
  },
};

const catererReviewer: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '财务复核',
  remark: '见证收款账户变更，查看结算与提现；不制单',
  dataScope: 'ALL',
  work: { 首页: 'look', 资金管理: 'look', '/bank_account': 'look +vouch +retire', 报表中心: 'look' },
};

const areaManager: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '区域经理',
  remark: '所选餐厅的消费、订餐与收入报表，项目与餐厅；不动钱',
  dataScope: 'RESTAURANT',
  work: { 首页: 'look', '经营管理/项目与餐厅': 'look', '/application': '', 交易管理: 'look', 报表中心: 'look' },
};

const catererAuditor: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '审计',
  remark: '查看与导出全部业务单据和报表；什么也不改',
  dataScope: 'ALL',
  work: { '*': 'look', '经营管理/账号权限': '' },
};

const shopKeeper: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '商超店长',
  remark: '商店设置、货架、定价与价签，订单与配送，登记售后，查看服务费账单；不看进价，不退款，不付款',
  dataScope: 'ALL',
  work: {
    首页: 'look',
    '商超/商品': 'look make',
    '商超/订单配送': 'look make',
    // Buying stands in the same group of the menu.
    '/supermarket/supermarket_daily_purchase': '',
    '/supermarket/supermarket_organization_distribute': 'look make +cost',
    '商超/账单报表': 'look',
    '/erp/goods': 'look',
  },
};

/** Orderer, inspector and payer are never one account: 采购 orders, 验收员 accepts, 财务 pays; 仓管 and 验收员 see no price. */
const buyer: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '采购',
  remark:
    '运行需求、改量、下单，供应商与供货价格，应急采购，供应商对账的制单；不批价、不验收、不付款，超过限额由厨师长批准',
  dataScope: 'ALL',
  work: {
    '/supply_home': 'look',
    '/supermarket/supermarket_daily_purchase': 'look make',
    '/supermarket/food_bom': 'look',
    '/erp/supply_order': 'look make +cost',
    '/erp/supplier': 'look make',
    '/erp/supply_price': 'look make',
    '/erp/price_trend': 'look',
    '/erp/market_buy': 'look +create +shares +print +cost',
    '/erp/supplier_statement': 'look make',
    '/erp/receipt': 'look +print +cost',
    '/erp/goods': 'look +cost',
    '/erp/storehouse': 'look',
    '/report_form/menu_cost': 'look +cost',
  },
};

const storekeeper: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '仓管',
  remark: '物料、仓库、出入库单、盘点、备料与调拨、加工、分拣配送，退货，月结的核对；只看数量不看金额，不过账、不复核',
  dataScope: 'ALL',
  work: {
    '/supply_home': 'look',
    '/erp/goods': 'look make',
    '/erp/attribute_type': 'look make',
    '/erp/storehouse': 'look make',
    '/erp/stock_bill': 'look make',
    '/erp/stock_count': 'look make',
    '/erp/stock_due': 'look make',
    '/erp/kitchen_sheet': 'look +prepare +supply +cancel +print',
    '/erp/production': 'look make',
    '/erp/supply_order': 'look',
    '/erp/receipt': 'look +giveBack +print',
    '/erp/stock_ledger': 'look',
    '/erp/stock_month': 'look make',
    '/erp/lot_trace': 'look',
    '/supermarket/supermarket_organization_distribute': 'look make',
    '/supermarket/goods_summary/moves': 'look',
  },
};

const inspector: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '验收员',
  remark: '称重、测温、拍照验收，给另一人作第二验收人，见证应急采购；不看价格，不下单，不付款',
  dataScope: 'ALL',
  work: {
    '/supply_home': 'look',
    '/erp/receipt': 'look +create +vouch +print',
    '/erp/market_buy': 'look +vouch +print',
    '/erp/supply_order': 'look',
    '/erp/lot_trace': 'look',
  },
};

const chef: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '厨师长',
  remark:
    '菜品BOM与半成品，领用与加工的确认，出入库与盘点的过账，批准手填价、超限的采购单与偏高的验收价，召回；不下单，不验收',
  dataScope: 'ALL',
  work: {
    '/supply_home': 'look',
    '/supermarket/food_bom': 'look make +cost',
    '/supermarket/bom_recipe': 'look make +cost',
    '/supermarket/supermarket_daily_purchase': 'look +approvePrice',
    '/erp/supply_order': 'look check +refuse +print +cost',
    '/erp/receipt': 'look +approve +turnAway +print +cost',
    '/erp/market_buy': 'look +approve +print +cost',
    '/erp/kitchen_sheet': 'look +take +update +print',
    '/erp/production': 'look check +print +cost',
    '/erp/stock_bill': 'look check +print +cost',
    '/erp/stock_count': 'look check +print +cost',
    '/erp/goods': 'look +cost',
    '/erp/supply_price': 'look',
    '/erp/price_trend': 'look',
    '/erp/lot_trace': 'look make',
    '/erp/lot_recall': 'look make',
    '报表中心/菜品': 'look',
    '/report_form/food_margin': 'look +cost',
    '/report_form/menu_cost': 'look +cost',
    '/report_form/food_menu_sales_summary': 'look +cost',
  },
};

const costAccountant: ReadyRole = {
  unitType: 'CONTRACTOR',
  name: '成本会计',
  remark: '毛利与用料差异、库存台账与金额，发票调价，供应商对账的确认，库存月结的结账；不下单、不验收、不付款、不制单',
  dataScope: 'ALL',
  work: {
    '/supply_home': 'look',
    '报表中心/菜品': 'look',
    '/report_form/food_margin': 'look +cost',
    '/report_form/menu_cost': 'look +cost',
    '/report_form/food_menu_sales_summary': 'look +cost',
    '/erp/stock_ledger': 'look +cost',
    '/erp/stock_month': 'look check +cost',
    '/erp/stock_proof': 'look',
    '/erp/stock_bill': 'look +print +cost',
    '/erp/stock_count': 'look +print +cost',
    '/erp/production': 'look +print +cost',
    '/erp/goods': 'look +cost',
    '/erp/storehouse': 'look +cost',
    '/erp/receipt': 'look +invoice +print +cost',
    '/erp/market_buy': 'look +invoice +shares +print +cost',
    '/erp/supply_order': 'look +print +cost',
    '/erp/supply_price': 'look',
    '/erp/price_trend': 'look',
    '/erp/supplier': 'look',
    '/erp/supplier_statement': 'look +confirm +print',
    '/erp/lot_trace': 'look',
    '/supermarket/food_bom': 'look +card +cost',
    '/supermarket/bom_recipe': 'look +cost',
    '商超/账单报表': 'look',
    '/supermarket/goods_summary': 'look +cost',
    '/supermarket/goods_summary/moves': 'look +cost',
  },
};

export const readyRoles: readonly ReadyRole[] = [
  clerk,
  reviewer,
  canteen,
  staffOffice,
  menuPlanner,
  nutritionist,
  classTeacher,
  safetyOfficer,
  safetyDirector,
  kitchenChief,
  gatekeeper,
  headOfSchool,
  regulator,
  auditor,
  manager,
  catererFinance,
  catererReviewer,
  buyer,
  storekeeper,
  inspector,
  chef,
  costAccountant,
  shopKeeper,
  areaManager,
  catererAuditor,
  salesperson,
  operator,
  settler,
  settlementReviewer,
  cashier,
  reconciler,
];
