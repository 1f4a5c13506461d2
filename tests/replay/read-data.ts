/** Reads the month's three files: who holds a card, what each card did, and when the canteens were full. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseFen } from '../../src/kit/define/fen.ts';

export interface CardMonth {
  cardNo: string;
  count: number;
  amountFen: number;
}

export interface Cell {
  canteen: string;
  /** 早, 中 or 晚. */
  meal: string;
  /** `YYYY-MM-DD`. */
  date: string;
  weight: number;
}

export interface MonthData {
  /** The holders' file as it is, for the import. */
  holdersFile: Buffer;
  holdersHeader: string[];
  holderNos: string[];
  cards: CardMonth[];
  cells: Cell[];
}

interface Table {
  header: string[];
  rows: Record<string, string>[];
}

/** Plain comma-separated lines: none of the files quotes a value. */
function table(bytes: Buffer): Table {
  const [head = '', ...lines] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const header = head.split(',');
  return {
    header,
    rows: lines
      .filter((line) => line !== '')
      .map((line) => {
        const cells = line.split(',');
        return Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']));
      }),
  };
}

/** @throws when a file is missing, or a card's count and amount do not go together. */
export async function readMonth(folder: string): Promise<MonthData> {
  const unpack = async (name: string) => gunzipSync(await readFile(join(folder, `${name}.csv.gz`)));
  const holdersFile = await unpack('holders');
  const holders = table(holdersFile);
  const cards = table(await unpack('card_month_aggregates')).rows.flatMap((row): CardMonth[] => {
    if (!row.dining7_count) return [];
    const [count, amountFen] = [Number(row.dining7_count), parseFen(row.dining7_amount_yuan ?? '')];
    if (!Number.isInteger(count) || amountFen === undefined || amountFen < count)
      throw new Error(`卡 ${row.CardNo} 的次数与金额不合理：${row.dining7_count} 次，${row.dining7_amount_yuan} 元`);
    return [{ cardNo: row.CardNo ?? '', count, amountFen }];
  });
  const cells = table(await unpack('canteen_meal_counts')).rows.map((row) => ({
    canteen: row.canteen ?? '',
    meal: row.meal ?? '',
    date: row.date ?? '',
    weight: Number(row.count),
  }));
  const holderNos = holders.rows.map((row) => row.CardNo ?? '');
  return { holdersFile, holdersHeader: holders.header, holderNos, cards, cells };
}
