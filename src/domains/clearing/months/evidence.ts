/** The steps a unit's month is examined by, each with what was counted; a note counts while its figure is the same. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { safeToClose } from '../../device/public.server.ts';
import { businessDayEnd, firstDayAfterMonth } from '../../wallet/public.server.ts';
import { statementGuardDays } from '../days/statement-guard.ts';
import type { MonthStep } from './month-states.ts';

type Found = Omit<MonthStep, 'note'>;

const count = (figure: ReturnType<typeof sql<number>>) => figure.as('n');

/** `db` sees the whole unit and the platform's tables; `month` is its first day. */
export async function monthEvidence(db: Db, organizationId: number, month: string): Promise<MonthStep[]> {
  const after = firstDayAfterMonth(month);
  const to = addDays(after, -1);
  const of = { from: month, to };
  const closed = await db
    .selectFrom('period')
    .select('closed_at')
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst();
  const light = await safeToClose(db, organizationId, businessDayEnd(to));
  const late = await statementGuardDays(db, organizationId, of);
  const abnormal = await db
    .selectFrom('abnormal_trade')
    .select(count(sql<number>`count(*)::int`))
    .where('organization_id', '=', organizationId)
    .where('day', '>=', month)
    .where('day', '<=', to)
    .where('status', 'in', ['OPEN', 'PROCESSING'])
    .executeTakeFirstOrThrow();
  const statements = await db
    .selectFrom('unit_statement')
    .select([
      count(sql<number>`count(*) filter (where status in ('GENERATED', 'DISPUTED'))::int`),
      sql<number>`count(*)::int`.as('all'),
    ])
    .where('organization_id', '=', organizationId)
    .where('from_date', '<=', to)
    .where('to_date', '>=', month)
    .executeTakeFirstOrThrow();
  const books = await db
    .selectFrom('ledger_state')
    .select(['book', 'break_count', 'started_at'])
    .where((eb) => eb.or([eb('organization_id', '=', organizationId), eb('book', '=', 'UNITS')]))
    .execute();
  const broken = books.reduce((sum, book) => sum + book.break_count, 0);
  const steps: Found[] = [
    {
      key: 'close',
      title: '单位已月结',
      weight: 'HARD',
      ok: closed !== undefined,
      figure: closed ? `${String(closed.closed_at).slice(0, 10)} 月结并封存` : '单位还没有月结',
    },
    { key: 'light', title: '设备已传齐', weight: 'SOFT', ok: light.tone !== 'RED', figure: light.text },
    {
      key: 'bills',
      title: '渠道账单已核对',
      weight: 'SOFT',
      ok: late.length === 0,
      figure: late.length === 0 ? '账单都已到' : `未到 ${late.length} 天：${late.slice(0, 3).join('、')}`,
    },
    {
      key: 'abnormal',
      title: '异常交易已处理',
      weight: 'SOFT',
      ok: abnormal.n === 0,
      figure: abnormal.n === 0 ? '没有未处理的' : `${abnormal.n} 笔未处理`,
    },
    {
      key: 'statements',
      title: '结算单已确认',
      weight: 'SOFT',
      ok: statements.n === 0,
      figure: `${statements.all} 份，${statements.n} 份未确认`,
    },
    {
      key: 'ledger',
      title: '账目相符',
      weight: 'HARD',
      ok: broken === 0 && books.every((book) => book.started_at !== null),
      figure:
        broken > 0 ? `${broken} 处不平` : books.some((book) => book.started_at === null) ? '还没有核对过' : '全部相符',
    },
  ];
  const notes = await db
    .selectFrom('unit_month_note')
    .select(['step', 'figure', 'note', 'noted_name'])
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .execute();
  return steps.map((step) => {
    const note = notes.find((one) => one.step === step.key && one.figure === step.figure);
    return { ...step, note: note && !step.ok ? { text: note.note, by: note.noted_name } : null };
  });
}
