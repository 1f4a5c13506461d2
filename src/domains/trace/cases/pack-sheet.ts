/** The pack of a case as a workbook of one sheet: its parts in rows that a spreadsheet can filter. */
import { labelIn } from '../../../kit/define/states.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { recordKinds, results } from '../../kitchen/public.ts';
import { openWays, sampleStatuses } from '../../samples/public.ts';
import type { Risk } from '../study/risk.ts';
import type { Pack } from './make-pack.ts';
import type { OpenCase } from './read-case.ts';

const titles = [
  '部分',
  '名称',
  '餐次',
  '内容',
  '患者吃了',
  '未病吃了',
  '患者没吃',
  '未病没吃',
  '吃了的罹患率',
  '没吃的罹患率',
  'RR',
  '95% CI 下限',
  '95% CI 上限',
  'Fisher p',
];
type Line = readonly (string | number | null)[];

const digits = (value: number | null, places: number) => (value === null ? '' : value.toFixed(places));
const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(1)}%`);
const figures = ({ a, b, c, d, exposedRate, unexposedRate, ratio, low, high, p }: Risk): Line => [
  ...[a, b, c, d].map(String),
  percent(exposedRate),
  percent(unexposedRate),
  ...[ratio, low, high].map((value) => digits(value, 2)),
  p.toPrecision(2),
];
const minute = (iso: string | null) => (iso ?? '').slice(0, 16).replace('T', ' ');

/** Rows of the sheet, part by part. Pure. */
export function packRows(of: OpenCase): Line[] {
  return [
    ...of.meals.map((meal): Line => {
      const hours = meal.medianHours === null ? '' : `中位潜伏 ${meal.medianHours.toFixed(1)} 小时`;
      return ['各餐', meal.label, meal.label, hours, ...figures(meal)];
    }),
    ...of.dishes.map((dish): Line => {
      const known = `访谈 ${dish.interviewed}，明细 ${dish.lined}，不详 ${dish.unknown}`;
      return ['各菜', dish.dish, dish.label, [known, ...dish.ingredients].join('；'), ...figures(dish)];
    }),
    ...of.samples.map((sample): Line => {
      const warmth = sample.tempMax10 === null ? '没有柜温' : `最高 ${(sample.tempMax10 / 10).toFixed(1)} ℃`;
      const told = [
        labelIn(sampleStatuses, sample.status),
        sample.grams === null ? '' : `${sample.grams} 克`,
        `${sample.cabinet} ${sample.cell}`.trim(),
        sample.tempOut ? `${warmth}（柜温异常）` : warmth,
      ];
      return ['样品', `${sample.dish} ${sample.sampleNo}`, sample.label, told.filter(Boolean).join('；')];
    }),
    ...of.curves.map(({ cabinet, samples, day }): Line => {
      const seen = day.temps.filter((temp) => temp !== null);
      const degrees = (temp10: number) => (temp10 / 10).toFixed(1);
      const span = seen.length === 0 ? '没有读数' : `${degrees(Math.min(...seen))} 至 ${degrees(Math.max(...seen))} ℃`;
      const { ok, out, none } = day.figures;
      const told = [`达标 ${ok} 分钟，超限 ${out} 分钟，无数据 ${none} 分钟`, span, `在柜 ${samples.join('、')}`];
      return ['柜温', `${cabinet} ${day.day}`, '', told.join('；')];
    }),
    ...of.lots.map((lot): Line => {
      const told = [
        lot.supplier,
        lot.producedOn ? `生产 ${lot.producedOn}` : '',
        lot.issuedWords,
        lot.elsewhere === '' ? '' : `同批还用于 ${lot.elsewhere}`,
      ];
      return ['批次', `${lot.goods} ${lot.lotNo}`, lot.label, told.filter(Boolean).join('；')];
    }),
    ...of.kitchen.map((one): Line => {
      const told = [
        one.place,
        one.result === null ? '未检' : labelIn(results, one.result),
        one.why,
        one.enteredAt === null ? '' : `进后厨 ${minute(one.enteredAt)}`,
        `健康证至 ${one.certificateUntil ?? '无'}`,
      ];
      return ['后厨', one.name, one.day, told.filter(Boolean).join('；')];
    }),
    ...of.records.map((one): Line => {
      const result = one.passed === null ? '' : one.passed ? '合格' : '不合格';
      const told = [minute(one.at), one.place, one.object, one.how, result];
      return ['后厨记录', labelIn(recordKinds, one.kind), '', told.filter(Boolean).join('；')];
    }),
    ...of.openings.map((one): Line => {
      const long = one.seconds === null ? '没有关门记录' : `${one.seconds} 秒`;
      const told = [minute(one.at), one.name, labelIn(openWays, one.way), long, one.illegal ? '非法开柜' : ''];
      return ['开柜', one.cabinet, '', told.filter(Boolean).join('；')];
    }),
    ...of.people.map((person): Line => {
      const told = [
        person.jobNumber,
        person.onsetAt ? `发病 ${minute(person.onsetAt)}` : '',
        person.symptoms,
        person.noMeal ? '时段内没有就餐记录' : '',
      ];
      return [person.sick ? '患者' : '对照', person.name, '', told.filter(Boolean).join('；')];
    }),
  ].map((line) => [...line, ...Array<string>(titles.length - line.length).fill('')]);
}

/** The digest of the pack stands in the first line, so that the sheet names what it was made of. */
export const packSheet = ({ of, digest, madeAt, madeBy }: Pack): Promise<Buffer> =>
  xlsxBytes(
    {
      sheetName: of.caseNo,
      columns: titles.map((title) => ({ title, kind: 'text' })),
      info: { title: `溯源资料 ${of.caseNo}，摘要 ${digest}`, exporter: madeBy, exportedAt: madeAt },
    },
    packRows(of),
  );
