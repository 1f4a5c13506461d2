/** What the two demo organizations look like. */

export interface MealPlan {
  name: '早餐' | '午餐' | '晚餐';
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
  }[];
  types: readonly {
    name: string;
    dayLimitAmountFen: number;
    dayLimitCount: number;
    singleLimitFen: number;
    isDefault: boolean;
  }[];
  restaurants: readonly { name: string; sites: readonly string[] }[];
  meals: readonly MealPlan[];
  /** First and second price by meal and person type, fen. */
  prices: readonly { meal: string; type: string; first: number; second: number }[];
  /** Share of people who come, by meal, on a working day. */
  attendance: Readonly<Record<string, number>>;
  weekendShare: number;
  /** Monthly grant per person of a type, fen. */
  subsidy: Readonly<Record<string, number>>;
  jobNumberPrefix: string;
}

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
        peoplePerChild: 32,
      },
      {
        name: '八年级',
        kind: 'GRADE',
        children: ['八（1）班', '八（2）班', '八（3）班'],
        childKind: 'CLASS',
        type: '学生',
        peoplePerChild: 31,
      },
      {
        name: '九年级',
        kind: 'GRADE',
        children: ['九（1）班', '九（2）班'],
        childKind: 'CLASS',
        type: '学生',
        peoplePerChild: 30,
      },
      {
        name: '教职工',
        kind: 'DEPT',
        children: ['教学处', '总务处', '德育处'],
        childKind: 'DEPT',
        type: '教职工',
        peoplePerChild: 14,
      },
    ],
    types: [
      { name: '学生', dayLimitAmountFen: 6000, dayLimitCount: 8, singleLimitFen: 3000, isDefault: true },
      { name: '教职工', dayLimitAmountFen: 10_000, dayLimitCount: 8, singleLimitFen: 5000, isDefault: false },
    ],
    restaurants: [
      { name: '一食堂', sites: ['一食堂 1 号窗口', '一食堂 2 号窗口', '一食堂 3 号窗口'] },
      { name: '二食堂', sites: ['二食堂 1 号窗口', '二食堂 2 号窗口'] },
      { name: '校园小卖部', sites: ['小卖部收银台'] },
    ],
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
        peoplePerChild: 26,
      },
      {
        name: '市场中心',
        kind: 'DEPT',
        children: ['华东销售部', '华南销售部', '品牌部'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 18,
      },
      {
        name: '职能中心',
        kind: 'DEPT',
        children: ['人力资源部', '财务部', '行政部'],
        childKind: 'DEPT',
        type: '正式员工',
        peoplePerChild: 9,
      },
      {
        name: '外协团队',
        kind: 'DEPT',
        children: ['驻场外协'],
        childKind: 'DEPT',
        type: '外协人员',
        peoplePerChild: 22,
      },
    ],
    types: [
      { name: '正式员工', dayLimitAmountFen: 8000, dayLimitCount: 6, singleLimitFen: 5000, isDefault: true },
      { name: '外协人员', dayLimitAmountFen: 6000, dayLimitCount: 4, singleLimitFen: 3000, isDefault: false },
    ],
    restaurants: [
      { name: '员工餐厅', sites: ['自助餐线 A', '自助餐线 B', '面档'] },
      { name: '咖啡吧', sites: ['咖啡吧收银台'] },
    ],
    meals: [
      { name: '早餐', startTime: '07:30', endTime: '09:30', times: 2, peakMinute: 510, spreadMinutes: 20 },
      { name: '午餐', startTime: '11:30', endTime: '13:30', times: 2, peakMinute: 735, spreadMinutes: 18 },
      { name: '晚餐', startTime: '17:30', endTime: '20:00', times: 2, peakMinute: 1105, spreadMinutes: 20 },
    ],
    prices: [
      { meal: '早餐', type: '正式员工', first: 500, second: 800 },
      { meal: '午餐', type: '正式员工', first: 1200, second: 2000 },
      { meal: '晚餐', type: '正式员工', first: 1200, second: 2000 },
      { meal: '早餐', type: '外协人员', first: 700, second: 1000 },
      { meal: '午餐', type: '外协人员', first: 1800, second: 2500 },
      { meal: '晚餐', type: '外协人员', first: 1800, second: 2500 },
    ],
    attendance: { 早餐: 0.3, 午餐: 0.86, 晚餐: 0.35 },
    weekendShare: 0.05,
    subsidy: { 正式员工: 30_000 },
    jobNumberPrefix: 'YF',
  },
];
