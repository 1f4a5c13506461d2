/** A small month made up here, in the shape of the real files: an idle card, a one-fen meal, an empty cell of the week. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatFenPlain } from '../../src/kit/define/fen.ts';

const canteens = ['第一食堂', '第二食堂', '第三食堂'];
const meals = ['早', '中', '晚'];

/** Writes the three files into `folder`; answers what the month adds up to. */
export async function writeSample(folder: string, people: number): Promise<{ count: number; amountFen: number }> {
  await mkdir(folder, { recursive: true });
  const pack = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, `${name}.csv.gz`), gzipSync(`${lines.join('\n')}\n`));
  const holders = ['Index,CardNo,Sex,Major,AccessCardNo'];
  const cards = ['CardNo,txn_count_apr2019_consume,max_CardCount,mean_Surplus,dining7_count,dining7_amount_yuan'];
  let [count, amountFen] = [0, 0];
  for (let i = 1; i <= people; i++) {
    const cardNo = String(180_000 + i);
    holders.push(`${i},${cardNo},${i % 3 === 0 ? '女' : '男'},18级${(i % 4) + 1}班,${String(9_000_000 + i)}`);
    if (i === people) {
      cards.push(`${cardNo},3,9,1.5,,`);
      continue;
    }
    const own = 1 + ((i * 7) % 23);
    const fen = i === 1 ? own : own * 613 + i * 17;
    cards.push(`${cardNo},${own},${own * 9},20.5,${own},${formatFenPlain(fen)}`);
    count += own;
    amountFen += fen;
  }
  const cells = ['week,week_start,date,weekday,meal,canteen,count'];
  for (let day = 1; day <= 6; day++)
    for (const [m, meal] of meals.entries())
      for (const [c, canteen] of canteens.entries()) {
        if (day === 6 && c === 2) continue;
        const date = `2019-04-${String(day * 5).padStart(2, '0')}`;
        cells.push(`${day},2019-04-01,${date},1,${meal},${canteen},${1 + ((day * 5 + m * 3 + c * 11) % 40)}`);
      }
  await pack('holders', holders);
  await pack('card_month_aggregates', cards);
  await pack('canteen_meal_counts', cells);
  return { count, amountFen };
}
