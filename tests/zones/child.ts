/** Says, in whatever time zone its process lives, what days and moments become: of the database, of the books, of sheets, on screen. */
import { businessDay, businessDayEnd } from '../../src/domains/wallet/public.server.ts';
import { formatDate, formatTime, parseTime } from '../../src/kit/console/clock.ts';
import { addDays, dateAt, isoAt } from '../../src/kit/server/clock.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { readTable } from '../../src/kit/server/sheet/read-table.ts';
import { xlsxBytes } from '../../src/kit/server/sheet/xlsx-writer.ts';

// The hours in which other zones have another date, or an hour twice or not at all.
const moments = [
  '2026-03-29T01:30:00',
  '2026-11-01T00:30:00',
  '2026-11-01T03:59:59',
  '2026-11-01T04:00:00',
  '2026-12-31T23:59:59',
];
const at = moments.map((moment) => Date.parse(`${moment}+08:00`));

const pool = createPool({ connectionString: process.argv[2] ?? '' }, { max: 1 });
const { rows: read } = await pool.query(
  `select m::text, (m at time zone 'Asia/Shanghai')::date as day, m as at, current_setting('TimeZone') as zone
   from unnest($1::timestamptz[]) as m`,
  [moments.map((moment) => `${moment}+08:00`)],
);
const { rows: written } = await pool.query(`select $1::date as day, $2::timestamptz as at`, [
  '2026-11-01',
  isoAt(at[1]!),
]);
await pool.end();

const book = await xlsxBytes(
  {
    columns: [
      { title: '日期', kind: 'date' },
      { title: '时间', kind: 'time' },
    ],
  },
  at.map((ms) => [dateAt(ms), isoAt(ms)]),
);
const table = await readTable(book, '时间.xlsx');

process.stdout.write(
  JSON.stringify({
    read,
    written,
    books: at.map((ms) => [
      businessDay(ms),
      businessDayEnd(businessDay(ms)),
      dateAt(ms),
      isoAt(ms),
      addDays(dateAt(ms), 1),
    ]),
    sheet: 'rows' in table ? table.rows : table,
    screen: at.map((ms) => [formatTime(ms), formatDate(isoAt(ms)), parseTime(formatTime(ms))]),
  }),
);
