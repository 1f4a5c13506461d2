/** What the two demo organizations look like. */
import type { SiteMode } from './terminal.ts';

export interface MealPlan {
  name: '早餐' | '午餐' | '晚餐' | '加餐';
  startTime: string;
  endTime: string;
  times: number;
  /** Minutes after midnight when most people come, and how widely they spread. */
  peakMinute: number;
  spreadMinutes: number;
}

export interface OrganizationPlan {
  loginName: 'school' | 'company';
  name: string;
  kind: 'SCHOOL' | 'COMPANY';
  address: string;
  seed: number;
  /** Departments by group. */
  groups: readonly {
    name: string;
    kind: 'GRADE' | 'DEPT';
    children: readonly string[];
    childKind: 'CLASS' | 'DEPT';
    type: string;
    peoplePerChild: number;
    /** The dozen to whom things happen, in every size of the demo. */
    cast?: true;
  }[];
  types: readonly {
    name: string;
    dayLimitAmountFen: number;
    dayLimitCount: number;
    singleLimitFen: number;
    isDefault: boolean;
  }[];
  /** Windows have fixed prices; a shop's tills key amounts, its scale weighs. The shop is the last. */
  restaurants: readonly {
    name: string;
    sites: readonly { name: string; mode: SiteMode }[];
    manager: string;
    seatCount: number;
  }[];
  /** What terminals there are, of windows and tills. */
  deviceType: { name: string; model: string; kind: string; abilities: readonly string[]; firmware: string };
  snPrefix: string;
  /** Cabinets of samples, the first for whatever has none of its own; the last of several is dinner's. */
  cabinets: readonly string[];
  /** A dearer or cheaper price of one restaurant. */
  special: { restaurant: string; meal: string; type: string; first: number; second: number };
  /** Who may not eat what, or only within a bound. */
  typeMeal: { type: string; meal: string; allowed: boolean; times: number | null; singleLimitFen: number | null };
  /** Main balance at or below which people are reminded, fen. */
  lowAlertFen: number;
  byWeight: readonly { name: string; pricePer100gFen: number; kcalPer100g: number }[];
  desk: { depositFen: number; cashOutFen: number };
  meals: readonly MealPlan[];
  /** First and second price by meal and person type, fen. */
  prices: readonly { meal: string; type: string; first: number; second: number }[];
  /** Share of people who come, by meal, on a working day. */
  attendance: Readonly<Record<string, number>>;
  weekendShare: number;
  /** Monthly grant per person of a type, fen; and its rule. */
  subsidy: Readonly<Record<string, number>>;
  subsidyRule: { name: string; carryOver: string; carryMaxFen: number | null; prepareDays: number };
  /** The special grant somebody waits for, and what it is for. */
  extra: { name: string; reason: string; amountFen: number };
  contract: { shareRatio: number; depositAmountFen: number; settleCycle: string; accountsVisible?: string };
  budgetFen: { subsidy: number; meal: number; guest: number };
  /** Days until the platform's service and the food licence end; within 60 the unit is told. */
  serviceDays: number;
  licenceDays: number;
  jobNumberPrefix: string;
}

const windows = (...names: string[]) => names.map((name) => ({ name, mode: 'FIXED' as const }));

export const plans: readonly OrganizationPlan[] = [
  {
    loginName: 'school',
    name: '青禾实验中学',
    kind: 'SCHOOL',
    address: '青禾路 88 号',
    seed: 20_261,
    groups: [
      {
        name: '七年级',
        kind: 'GRADE',
        children: ['七（1）班', '七（2）班', '七（3）班'],
        childKind: 'CLASS',
        type: '学生',
        peoplePerChild: 26,
      },
      {
        name: '八年级',
        kind: 'GRADE',
        children: ['八（1）班', '八（2）班', '八（3）班'],
        childKind: 'CLASS',
        type: '学生',
        peoplePerChild: 25,
      },
      {
        name: '九年级',
        kind: 'GRADE',
        children: ['九（1）班', '九（2）班'],
        childKind: 'CLASS',
        type: '学生',
        peoplePerChild: 24,
      },
      {
        name: '教职工',
        kind: 'DEPT',
        children: ['教学处', '总务处', '德育处'],
        childKind: 'DEPT',
        type: '教职工',
        peoplePerChild: 12,
      },
      {
        name: '后勤保障处',
        kind: 'DEPT',
        children: ['宿管组', '安保组', '校医室'],
        childKind: 'DEPT',
        type: '教职工',
        peoplePerChild: 4,
        cast: true,
      },
    ],
    types: [
      { name: '学生', dayLimitAmountFen: 6000, dayLimitCount: 8, singleLimitFen: 3000, isDefault: true },
      { name: '教职工', dayLimitAmountFen: 10_000, dayLimitCount: 8, singleLimitFen: 5000, isDefault: false },
    ],
    restaurants: [
      {
        name: '一食堂',
        sites: [
          ...windows('一食堂 1 号窗口', '一食堂 2 号窗口', '一食堂 3 号窗口'),
          { name: '一食堂点菜窗口', mode: 'DISH' },
        ],
        manager: '邵建国',
        seatCount: 420,
      },
      { name: '二食堂', sites: windows('二食堂 1 号窗口', '二食堂 2 号窗口'), manager: '宋班长', seatCount: 260 },
      {
        name: '校园小卖部',
        sites: [
          { name: '水果称重台', mode: 'WEIGH' },
          { name: '小卖部收银台', mode: 'AMOUNT' },
        ],
        manager: '吕店长',
        seatCount: 10,
      },
    ],
    deviceType: {
      name: '人脸消费机',
      model: 'FP-20',
      kind: 'FACE_POS',
      abilities: ['FACE', 'CARD', 'QR', 'OFFLINE'],
      firmware: 'FP-20 3.2.1',
    },
    snPrefix: 'XS',
    cabinets: ['一号留样柜', '二号留样柜'],
    special: { restaurant: '二食堂', meal: '午餐', type: '教职工', first: 1500, second: 2200 },
    typeMeal: { type: '学生', meal: '早餐', allowed: true, times: 1, singleLimitFen: 1500 },
    lowAlertFen: 2_000,
    byWeight: [
      { name: '哈密瓜', pricePer100gFen: 180, kcalPer100g: 34 },
      { name: '香蕉', pricePer100gFen: 120, kcalPer100g: 93 },
      { name: '小番茄', pricePer100gFen: 200, kcalPer100g: 22 },
    ],
    desk: { depositFen: 5_000, cashOutFen: 2_000 },
    meals: [
      { name: '早餐', startTime: '06:30', endTime: '09:00', times: 2, peakMinute: 425, spreadMinutes: 22 },
      { name: '午餐', startTime: '11:00', endTime: '13:30', times: 2, peakMinute: 725, spreadMinutes: 20 },
      { name: '晚餐', startTime: '17:00', endTime: '19:30', times: 2, peakMinute: 1070, spreadMinutes: 22 },
    ],
    prices: [
      { meal: '早餐', type: '学生', first: 500, second: 800 },
      { meal: '午餐', type: '学生', first: 1000, second: 1500 },
      { meal: '晚餐', type: '学生', first: 900, second: 1400 },
      { meal: '早餐', type: '教职工', first: 600, second: 1000 },
      { meal: '午餐', type: '教职工', first: 1300, second: 2000 },
      { meal: '晚餐', type: '教职工', first: 1200, second: 1800 },
    ],
    attendance: { 早餐: 0.42, 午餐: 0.94, 晚餐: 0.38 },
    weekendShare: 0.04,
    subsidy: { 教职工: 20_000 },
    subsidyRule: { name: '教职工月度餐补', carryOver: 'CARRY_MAX', carryMaxFen: 3_000, prepareDays: 3 },
    extra: { name: '晚自习值班餐补', reason: '晚自习值班', amountFen: 2_000 },
    contract: { shareRatio: 500, depositAmountFen: 5_000_000, settleCycle: 'MONTH', accountsVisible: 'YES' },
    budgetFen: { subsidy: 1_000_000, meal: 12_000_000, guest: 300_000 },
    serviceDays: 420,
    licenceDays: 45,
    jobNumberPrefix: '26',
  },
  {
    loginName: 'company',
    name: '云帆科技有限公司',
    kind: 'COMPANY',
    address: '软件园二期 6 号楼',
    seed: 20_262,
    groups: [
      {
        name: '研发中心',
        kind: 'DEPT',
        children: ['平台研发部', '移动研发部', '测试部'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 20,
      },
      {
        name: '市场中心',
        kind: 'DEPT',
        children: ['华东销售部', '华南销售部', '品牌部'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 15,
      },
      {
        name: '职能中心',
        kind: 'DEPT',
        children: ['人力资源部', '财务部', '行政部'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 8,
      },
      {
        name: '外协团队',
        kind: 'DEPT',
        children: ['驻场外协'],
        childKind: 'DEPT',
        type: '外协人员',
        peoplePerChild: 18,
      },
      {
        name: '综合保障部',
        kind: 'DEPT',
        children: ['机房值守组', '前台', '行政车队'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 4,
        cast: true,
      },
    ],
    types: [
      { name: '正式员工', dayLimitAmountFen: 8000, dayLimitCount: 6, singleLimitFen: 5000, isDefault: true },
      { name: '外协人员', dayLimitAmountFen: 6000, dayLimitCount: 4, singleLimitFen: 3000, isDefault: false },
    ],
    restaurants: [
      {
        name: '员工餐厅',
        sites: [
          ...windows('自助餐线 A', '自助餐线 B', '面档'),
          { name: '小炒点菜台', mode: 'DISH' },
          { name: '取餐口', mode: 'ORDER_PICKUP' },
        ],
        manager: '邵建国',
        seatCount: 180,
      },
      {
        name: '咖啡吧',
        sites: [
          { name: '轻食称重台', mode: 'WEIGH' },
          { name: '咖啡吧收银台', mode: 'AMOUNT' },
        ],
        manager: '简宁',
        seatCount: 24,
      },
    ],
    deviceType: {
      name: '台式消费机',
      model: 'DP-8',
      kind: 'FACE_POS',
      abilities: ['FACE', 'CARD', 'QR', 'PRINT', 'OFFLINE'],
      firmware: 'DP-8 1.9.0',
    },
    snPrefix: 'YF',
    cabinets: ['一号留样柜'],
    special: { restaurant: '员工餐厅', meal: '加餐', type: '正式员工', first: 600, second: 900 },
    typeMeal: { type: '外协人员', meal: '加餐', allowed: false, times: null, singleLimitFen: null },
    lowAlertFen: 5_000,
    byWeight: [
      { name: '鸡胸沙拉', pricePer100gFen: 480, kcalPer100g: 105 },
      { name: '藜麦蔬菜', pricePer100gFen: 420, kcalPer100g: 88 },
      { name: '混合坚果', pricePer100gFen: 690, kcalPer100g: 610 },
    ],
    desk: { depositFen: 10_000, cashOutFen: 3_000 },
    meals: [
      { name: '早餐', startTime: '07:30', endTime: '09:30', times: 2, peakMinute: 510, spreadMinutes: 20 },
      { name: '午餐', startTime: '11:30', endTime: '13:30', times: 2, peakMinute: 735, spreadMinutes: 18 },
      { name: '加餐', startTime: '15:00', endTime: '16:30', times: 1, peakMinute: 935, spreadMinutes: 16 },
      { name: '晚餐', startTime: '17:30', endTime: '20:00', times: 2, peakMinute: 1105, spreadMinutes: 20 },
    ],
    prices: [
      { meal: '早餐', type: '正式员工', first: 500, second: 800 },
      { meal: '午餐', type: '正式员工', first: 1200, second: 2000 },
      { meal: '加餐', type: '正式员工', first: 700, second: 900 },
      { meal: '晚餐', type: '正式员工', first: 1200, second: 2000 },
      { meal: '早餐', type: '外协人员', first: 700, second: 1000 },
      { meal: '午餐', type: '外协人员', first: 1800, second: 2500 },
      { meal: '加餐', type: '外协人员', first: 900, second: 900 },
      { meal: '晚餐', type: '外协人员', first: 1800, second: 2500 },
    ],
    attendance: { 早餐: 0.3, 午餐: 0.86, 加餐: 0.06, 晚餐: 0.35 },
    weekendShare: 0.05,
    subsidy: { 正式员工: 30_000 },
    subsidyRule: { name: '员工餐饮补贴', carryOver: 'CARRY', carryMaxFen: null, prepareDays: 1 },
    extra: { name: '项目上线加班餐补', reason: '版本上线加班', amountFen: 3_500 },
    contract: { shareRatio: 300, depositAmountFen: 2_000_000, settleCycle: 'D1' },
    budgetFen: { subsidy: 8_000_000, meal: 9_000_000, guest: 500_000 },
    serviceDays: 52,
    licenceDays: 300,
    jobNumberPrefix: 'YF',
  },
];
