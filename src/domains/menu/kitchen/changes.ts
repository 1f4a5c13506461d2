/** What stands on a kitchen's sheet, figure by figure, and which of them are others than on an earlier one. Pure. */
import type { Basis } from './portions.ts';

/** One figure of a sheet; figures of one key are the same thing. */
export interface SheetFigure {
  key: string;
  label: string;
  value: number;
}

export interface FigureChange {
  key: string;
  label: string;
  was: number;
  now: number;
}

/** What a sheet's figures are made of. */
export interface Counted {
  basis: Basis;
  heads: Readonly<Record<HeadKey, number>>;
  departments: readonly ({ departmentId: number; name: string } & Readonly<Record<DepartmentKey, number>>)[];
  dishes: readonly { id: number; name: string; orderedQty: number; qty: number }[];
  careful: readonly { allergen: string; label: string; people: number }[];
}

export const headLabels = {
  reported: '报餐',
  late: '补报',
  byDefault: '默认就餐',
  counted: '只报人数',
  ordered: '订餐',
  guests: '客餐',
} as const;
export type HeadKey = keyof typeof headLabels;

/** What becomes of a department's people at the meal. */
export const departmentLabels = {
  reported: '报餐',
  late: '其中补报',
  byDefault: '默认就餐',
  counted: '只报人数',
  ordered: '订餐',
  guests: '客餐',
  cancelled: '已取消',
  away: '缺勤',
  unreported: '未报',
} as const;
export type DepartmentKey = keyof typeof departmentLabels;
export const departmentKeys = Object.keys(departmentLabels) as DepartmentKey[];
/** Of these the kitchen cooks. */
export const eatingKeys = ['reported', 'byDefault', 'counted', 'ordered', 'guests'] as const;

/** The figures of a sheet. Portions of dishes hang on what they are counted by: another basis is another figure. */
export function figuresOf({ basis, heads, departments, dishes, careful }: Counted): SheetFigure[] {
  return [
    ...(Object.keys(headLabels) as HeadKey[]).map((key) => ({
      key: `heads:${key}`,
      label: headLabels[key],
      value: heads[key],
    })),
    ...dishes.flatMap(({ id, name, orderedQty, qty }) => [
      { key: `dish:${id}:ordered`, label: `${name} 已订`, value: orderedQty },
      { key: `dish:${id}:qty:${basis}`, label: `${name} 备餐份数`, value: qty },
    ]),
    ...departments.flatMap(({ departmentId, name, ...counts }) =>
      departmentKeys.map((key) => ({
        key: `department:${departmentId}:${key}`,
        label: `${name} ${departmentLabels[key]}`,
        value: counts[key],
      })),
    ),
    ...careful.map(({ allergen, label, people }) => ({
      key: `careful:${allergen}`,
      label: `${label}过敏就餐`,
      value: people,
    })),
  ];
}

const basisOf = (key: string) => /:qty:(.+)$/.exec(key)?.[1];

/** What is another figure now than it was; what is on one of the two alone counts 0 on the other. */
export function changesBetween(before: readonly SheetFigure[], now: readonly SheetFigure[]): FigureChange[] {
  const bases = (of: readonly SheetFigure[]) => new Set(of.map((one) => basisOf(one.key)).filter((one) => one));
  const [told, telling] = [bases(before), bases(now)];
  // Counted by the plan then and by what is asked now: those portions cannot be compared.
  const comparable = ({ key }: SheetFigure) => {
    const basis = basisOf(key);
    return basis === undefined || told.size === 0 || telling.size === 0 || (told.has(basis) && telling.has(basis));
  };
  const was = new Map(before.filter(comparable).map((one) => [one.key, one]));
  const is = now.filter(comparable);
  const gone = [...was.values()].filter((one) => !is.some(({ key }) => key === one.key));
  return [
    ...is.map(({ key, label, value }) => ({ key, label, was: was.get(key)?.value ?? 0, now: value })),
    ...gone.map(({ key, label, value }) => ({ key, label, was: value, now: 0 })),
  ].filter((one) => one.was !== one.now);
}
