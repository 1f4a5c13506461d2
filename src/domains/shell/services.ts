/** What other domains hang into the shell: task counts, work lists, search for the palette, the subscription notice. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Ctx } from '../../kit/server/context.ts';

/** Names as the console reads them. */
export type Mission = 'ExceptionMission' | 'OrderMission' | 'waitRepairCardMission' | 'AlertMission';
/** How many tasks wait, within the scope of `ctx`. */
export type MissionCount = (ctx: Ctx) => Promise<number>;

export interface Hit {
  kind: 'page' | 'person' | 'trade' | 'sample';
  title: string;
  hint: string;
  path: string;
}
/** Finds records by a keyword (trimmed, not empty) within the scope of `ctx`; a handful at most. */
export type Searcher = (ctx: Ctx, keyword: string) => Promise<Hit[]>;

/** The fields the subscription notice shows; amount in yuan, ratio as a fraction. */
export interface SubscriptionNotice {
  contractor: { name: string };
  name: string;
  subscribeType: string;
  serviceFeeRatio: number;
  orderCalcStartTime: string;
  orderCalcEndTime: string;
  amount: number;
  nextTradeTime: string;
  orderid: string;
}
export type NoticeSource = (ctx: Ctx) => Promise<SubscriptionNotice | null>;

/** One kind of task on a home; not shown while its count is 0. */
export interface WorkItem {
  label: string;
  count: number;
  path: string;
  hint: string;
}
export type WorkSource = (ctx: Ctx) => Promise<WorkItem[]>;

export interface ShellBoard {
  /** Once per mission; a mission nobody registered counts 0. */
  registerMission(mission: Mission, count: MissionCount): void;
  registerSearcher(searcher: Searcher): void;
  registerSubscriptionNotice(source: NoticeSource): void;
  /** What a domain puts on the work list of a home: the organization's unless others are named. */
  registerWork(source: WorkSource, ...of: UnitType[]): void;
  /** What waits on the home of the session's kind of account. */
  work(ctx: Ctx): Promise<WorkItem[]>;
  missions(ctx: Ctx): Promise<Record<Mission, number>>;
  search(ctx: Ctx, keyword: string): Promise<Hit[]>;
  subscriptionNotice(ctx: Ctx): Promise<SubscriptionNotice | null>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Domains register with it when they start. */
    shellBoard: ShellBoard;
  }
}

/** An empty board. */
export function createShellBoard(): ShellBoard {
  const counts = new Map<Mission, MissionCount>();
  const searchers: Searcher[] = [];
  const workSources: { source: WorkSource; of: readonly UnitType[] }[] = [];
  let notice: NoticeSource | undefined;
  const count = async (ctx: Ctx, mission: Mission) => (await counts.get(mission)?.(ctx)) ?? 0;
  return {
    registerMission(mission, counter) {
      if (counts.has(mission)) throw new Error(`mission counted twice: ${mission}`);
      counts.set(mission, counter);
    },
    registerSearcher: (searcher) => {
      searchers.push(searcher);
    },
    registerSubscriptionNotice(source) {
      if (notice) throw new Error('the subscription notice has a source already');
      notice = source;
    },
    registerWork: (source, ...of) => {
      workSources.push({ source, of: of.length > 0 ? of : ['ORGANIZATION'] });
    },
    work: async (ctx) => {
      const home = ctx.session.unitType ?? 'PLATFORM';
      const here = workSources.filter(({ of }) => of.includes(home));
      return (await Promise.all(here.map(({ source }) => source(ctx)))).flat();
    },
    async missions(ctx) {
      const [ExceptionMission, OrderMission, waitRepairCardMission, AlertMission] = await Promise.all([
        count(ctx, 'ExceptionMission'),
        count(ctx, 'OrderMission'),
        count(ctx, 'waitRepairCardMission'),
        count(ctx, 'AlertMission'),
      ]);
      return { ExceptionMission, OrderMission, waitRepairCardMission, AlertMission };
    },
    search: async (ctx, keyword) => (await Promise.all(searchers.map((s) => s(ctx, keyword)))).flat(),
    subscriptionNotice: async (ctx) => (await notice?.(ctx)) ?? null,
  };
}
