/** 日管控, 周排查, 月调度: what each looks at. */
import type { Choice } from '../../../kit/define/field.ts';

export const sheetKinds = [
  { value: 'DAY', label: '日管控' },
  { value: 'WEEK', label: '周排查' },
  { value: 'MONTH', label: '月调度' },
] as const satisfies readonly Choice[];
export type SheetKind = (typeof sheetKinds)[number]['value'];

export const verdicts = [
  { value: 'OK', label: '合格', tone: 'success' },
  { value: 'BAD', label: '不合格', tone: 'danger' },
  { value: 'NONE', label: '不适用', tone: 'neutral' },
] as const satisfies readonly Choice[];
export type SheetVerdict = (typeof verdicts)[number]['value'];

export interface SheetItem {
  key: string;
  label: string;
  /** Counted by the system; nobody ticks it. */
  auto: boolean;
  /** What was counted, in words; empty of what is ticked. */
  value: string;
  /** Null: not looked at yet. */
  verdict: SheetVerdict | null;
  note: string;
  /** How things stand at the moment, as certificates that hold: after the signature it goes on changing, which alters nothing. */
  moment?: true;
}

/** The verb that amends the list of a sheet. */
export const amendVerb = (kind: SheetKind) => `amend${kind}`;

/** An item nobody has looked at. */
export const ticked = (key: string, label: string): SheetItem => ({
  key,
  label,
  auto: false,
  value: '',
  verdict: null,
  note: '',
});

const daily = [
  ticked('place', '加工场所清洁，地面、墙面、排水无积垢，无虫鼠害'),
  ticked('raw', '原料新鲜、在保质期内，生熟分开存放，离地离墙'),
  ticked('cook', '烧熟煮透，成品存放不超过 2 小时'),
  ticked('ware', '餐用具清洗消毒、保洁'),
  ticked('water', '饮用水、燃气、用电安全'),
  ticked('waste', '餐厨废弃物分类存放、及时清运'),
];
const weekly = [
  ...daily,
  ticked('equipment', '冷藏、消毒、通风设备运转正常，温度计已校准'),
  ticked('supplier', '供应商资质、进货查验记录齐全'),
  ticked('additive', '添加剂专人专柜、用量有记录'),
  ticked('issues', '上周隐患整改到位'),
];
const monthly = [
  ticked('report', '听取食品安全总监月度汇报'),
  ticked('risk', '分析本月风险与投诉，确定下月重点'),
  ticked('duty', '人员、设施、经费保障到位'),
  ticked('train', '培训与考核按计划完成'),
  ticked('drill', '应急预案与演练'),
];

/** What is ticked by hand on a new sheet, unless the unit has a list of its own (`checkListOn`). */
export const tickedItems: Readonly<Record<SheetKind, readonly SheetItem[]>> = {
  DAY: daily,
  WEEK: weekly,
  MONTH: monthly,
};

/** First and last day of a sheet's period, and how it is written. */
export function periodOf(kind: SheetKind, day: string): { from: string; to: string; label: string } {
  const at = new Date(`${day}T00:00:00Z`);
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  if (kind === 'DAY') return { from: day, to: day, label: day };
  if (kind === 'WEEK') {
    const monday = new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000);
    const sunday = new Date(monday.getTime() + 6 * 86_400_000);
    return { from: iso(monday), to: iso(sunday), label: `${iso(monday)} 至 ${iso(sunday).slice(5)}` };
  }
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
  return { from: `${day.slice(0, 7)}-01`, to: iso(last), label: day.slice(0, 7) };
}
