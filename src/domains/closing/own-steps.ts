/** The steps every organization closes by: offline records, terminals, daily balances, subsidies, the ledger's own proof. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { deviceGaps } from '../device/gaps.ts';
import { lotTotals } from '../wallet/queries.ts';
import { monthBalances } from './month-balances.ts';
import type { CloseStep } from './services.ts';

const area = '/admin/organization';

const suspense: CloseStep = {
  key: 'suspense',
  title: '脱机记录已处理',
  weight: 'SOFT',
  order: 10,
  check: async ({ db, to }) => {
    const row = await db
      .selectFrom('offline_trade')
      .select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen')])
      .where('state', '=', 'SUSPENSE')
      .where('occurred_at', '<', sql<string>`(${to}::date + 1 + time '04:00') at time zone 'Asia/Shanghai'`)
      .executeTakeFirstOrThrow();
    return {
      ok: row.n === 0,
      figure: row.n === 0 ? '没有待处理的脱机记录' : `待处理 ${row.n} 笔，${formatFenGrouped(row.fen)} 元`,
      path: `${area}/offline_consume`,
      query: { status: 'SUSPENSE' },
    };
  },
};

const devices: CloseStep = {
  key: 'devices',
  title: '设备记录已收齐',
  weight: 'SOFT',
  order: 20,
  check: async ({ services, db, organizationId }) => {
    await services.deviceSequences.flush();
    const gaps = await deviceGaps(db, organizationId);
    const beats = await db
      .selectFrom('device as d')
      .innerJoin('device_beat as b', 'b.device_id', 'd.id')
      .select(['d.id', 'b.offline_count as waiting'])
      .where('d.organization_id', '=', organizationId)
      .where('d.status', 'in', ['ASSIGNED', 'ACTIVE'])
      .execute();
    const waitingOn = new Map(beats.map((beat) => [beat.id, beat.waiting]));
    // Numbers that wait on a terminal have not arrived either: they are told once, as waiting.
    const lost = [...Map.groupBy(gaps, (gap) => gap.deviceId)]
      .map(([id, holes]) => holes.reduce((sum, gap) => sum + gap.to - gap.from + 1, 0) - (waitingOn.get(id) ?? 0))
      .filter((count) => count > 0);
    const missing = lost.reduce((sum, count) => sum + count, 0);
    const waiting = beats.reduce((sum, beat) => sum + beat.waiting, 0);
    const parts = [
      ...(missing > 0 ? [`${lost.length} 台设备缺号 ${missing} 个`] : []),
      ...(waiting > 0 ? [`设备上还有 ${waiting} 笔没有上传`] : []),
    ];
    return {
      ok: parts.length === 0,
      figure: parts.length === 0 ? `没有缺号，没有待上传的记录（${beats.length} 台设备）` : parts.join('；'),
      path: missing > 0 ? `${area}/offline_consume/gap` : `${area}/device_list`,
      query: null,
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
  check: async ({ db, organizationId }) => {
    const batches = await db
      .selectFrom('wallet')
      .select('batch_id')
      .where('batch_id', '<>', 0)
      .groupBy('batch_id')
      .execute();
    const lots = await lotTotals(
      db,
      organizationId,
      batches.map((b) => b.batch_id),
    );
    const off = lots.filter((l) => l.grantedFen !== l.usedFen + l.clearedFen + l.returnedFen + l.remainingFen).length;
    const sum = (key: 'grantedFen' | 'usedFen' | 'clearedFen' | 'returnedFen' | 'remainingFen') =>
      formatFenGrouped(lots.reduce((total, l) => total + l[key], 0));
    return {
      ok: off === 0,
      figure:
        lots.length === 0
          ? '没有补贴批次'
          : off === 0
            ? `${lots.length} 批：发放 ${sum('grantedFen')} = 使用 ${sum('usedFen')} + 清零 ${sum('clearedFen')} + 退回 ${sum('returnedFen')} + 剩余 ${sum('remainingFen')}`
            : `${off} 批收支不相等`,
      path: `${area}/subsidy/verify_summary`,
      query: null,
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
            ? `${at} 核对 ${run.posting_count} 笔业务，全部相符；月结时再核对一次`
            : `上次核对在 ${at}，已超过一天，请立即核对`,
      path: `${area}/ledger_check`,
      query: null,
    };
  },
};

export const ownSteps: readonly CloseStep[] = [suspense, devices, balances, subsidies, proof];
