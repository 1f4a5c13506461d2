/**
 * The steps every organization closes by: offline records, terminals, daily balances, subsidies, the ledger's own proof. Each
 * looks at its month alone, but for terminals, which must have told everything up to its end, and the proof, which is of the books
 * as a whole.
 */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { safeToClose } from '../../device/public.server.ts';
import { businessDayEnd, withinBusinessDays } from '../../wallet/public.server.ts';
import type { CloseStep } from '../services.ts';
import { monthBalances } from './month-balances.ts';
import { subsidyFlows, subsidyLines, subsidyTotals, usedAhead } from './month-subsidies.ts';

const area = '/admin/organization';

const suspense: CloseStep = {
  key: 'suspense',
  title: '脱机记录已处理',
  weight: 'SOFT',
  order: 10,
  check: async ({ db, from, to }) => {
    const row = await db
      .selectFrom('offline_trade')
      .select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen')])
      .where('state', '=', 'SUSPENSE')
      .where(withinBusinessDays(sql`occurred_at`, [from, to])!)
      .executeTakeFirstOrThrow();
    return {
      ok: row.n === 0,
      figure: row.n === 0 ? '没有待处理的脱机记录' : `待处理 ${row.n} 笔，${formatFenGrouped(row.fen)} 元`,
      path: `${area}/offline_consume`,
      query: { status: 'SUSPENSE', businessDate: JSON.stringify([from, to]) },
    };
  },
};

const devices: CloseStep = {
  key: 'devices',
  title: '设备记录已收齐',
  weight: 'SOFT',
  order: 20,
  // The same light as the platform's day, its month and the statements go by: terminals alone, offline records have their own step.
  check: async ({ services, db, organizationId, from, to }) => {
    await services.deviceSequences.flush();
    const { devices: behind, terminals, tone, text } = await safeToClose(db, organizationId, businessDayEnd(to));
    const silent = behind.length > 0 && behind.every(({ kind }) => kind === 'SILENT');
    return {
      ok: behind.length === 0,
      figure: behind.length > 0 ? terminals : tone === 'RED' ? '设备都已传齐，没有缺号' : text,
      path: silent ? `${area}/device_list` : `${area}/equipment_daily_data`,
      query: silent ? null : { businessDate: JSON.stringify([from, to]) },
    };
  },
};

const balances: CloseStep = {
  key: 'balances',
  title: '每日余额差额为 0',
  weight: 'HARD',
  order: 30,
  check: async (books) => {
    const { from, to } = books;
    const days = await monthBalances(books);
    const broken = days.filter((d) => d.differenceFen !== 0);
    const sum = broken.reduce((total, d) => total + d.differenceFen, 0);
    return {
      ok: broken.length === 0,
      figure:
        broken.length === 0
          ? `${days.length} 天，每天期末余额与逐笔流水一致`
          : `${broken.length} 天有差额，合计 ${formatFenGrouped(sum)} 元`,
      path: `${area}/daily_balance_summary`,
      query: { businessDate: JSON.stringify([from, to]) },
    };
  },
};

const subsidies: CloseStep = {
  key: 'subsidies',
  title: '补贴收支相等',
  weight: 'HARD',
  order: 40,
  check: async ({ db, from, to }) => {
    const [total, lines] = await Promise.all([subsidyTotals(db, from, to), subsidyLines(db, from, to)]);
    const off = subsidyFlows.filter((flow) => total[flow] !== lines[flow]).length;
    const yuan = formatFenGrouped;
    const { openingFen, grantedFen, usedFen, clearedFen, returnedFen, adjustedFen, closingFen } = total;
    const adjusted = adjustedFen === 0 ? '' : ` + 调整 ${yuan(adjustedFen)}`;
    const ahead = closingFen < 0 ? await usedAhead(db, to) : { fen: 0, people: 0 };
    const why =
      ahead.fen === 0
        ? ''
        : `。期末为负：${ahead.people} 人 ${yuan(ahead.fen)} 元的餐是本月吃的、月后才由终端补传，由月后发放的补贴支付，计入发放那个月即补平`;
    return {
      ok: off === 0 && closingFen === openingFen + grantedFen + adjustedFen - usedFen - clearedFen - returnedFen,
      figure:
        off === 0
          ? `期初 ${yuan(openingFen)} + 发放 ${yuan(grantedFen)}${adjusted} = 使用 ${yuan(usedFen)} + 清零 ${yuan(clearedFen)} + 退回 ${yuan(returnedFen)} + 期末 ${yuan(closingFen)}${why}`
          : `${off} 项合计与当月逐笔流水不相等`,
      path: `${area}/account_statement`,
      query: { businessDate: JSON.stringify([from, to]), account: JSON.stringify(['wallet:SUBSIDY']) },
    };
  },
};

const proof: CloseStep = {
  key: 'ledger',
  title: '账目核对无误',
  weight: 'HARD',
  order: 90,
  check: async ({ db, services }) => {
    const run = await db
      .selectFrom('invariant_run')
      .select(['started_at', 'break_count', 'posting_count'])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const at = run ? run.started_at.slice(0, 16).replace('T', ' ') : '';
    const dayMs = 24 * 3_600_000;
    const fresh = run !== undefined && services.clock.now() - Date.parse(run.started_at) < dayMs;
    const found = run?.break_count ?? 0;
    return {
      ok: fresh && found === 0,
      figure: !run
        ? '还没有核对过'
        : found > 0
          ? `${at} 核对发现 ${found} 处不平`
          : fresh
            ? `${at} 核对 ${run.posting_count.toLocaleString('zh-CN')} 笔业务，全部相符；月结时再核对一次`
            : `上次核对在 ${at}，已超过一天，请立即核对`,
      path: `${area}/ledger_check`,
      query: null,
    };
  },
};

export const ownSteps: readonly CloseStep[] = [suspense, devices, balances, subsidies, proof];
