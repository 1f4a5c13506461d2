/** What other domains hang into the shell: task counts, work lists, search for the palette, the subscription notice. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { may } from '../../kit/server/page/grants.ts';
import { rowsBehind } from '../../kit/server/page/rows-behind.ts';

/** Names as the console reads them. */
const missions = [
  'ExceptionMission',
  'OrderMission',
  'waitRepairCardMission',
  'AlertMission',
  'ApprovalMission',
] as const;
export type Mission = (typeof missions)[number];
/** A kind of task that the bell in the top bar counts. */
export interface MissionSource {
  /** The page that its line opens, and the verbs that deal with it, any of several: who has none of them has no such task. */
  path: string;
  needs: string | readonly string[];
  /** How many wait, within the scope of `ctx`. */
  count: (ctx: Ctx) => Promise<number>;
}

export interface Hit {
  kind: 'page' | 'person' | 'trade' | 'sample' | 'verb';
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

interface Told {
  label: string;
  hint: string;
  /**
   * Verb that deals with it, any of several, of its own page or `path#verb` of another's: who has none of them does not see it.
   * Looking at the page by default.
   */
  needs?: string | readonly string[];
  /** Something is wrong, where the others merely wait: it comes first. */
  bad?: boolean;
}
/** One kind of task on a home; not shown while its count is 0. Without a path the hint says who deals with it. */
export interface WorkItem extends Told {
  count: number;
  path?: string;
  query?: Readonly<Record<string, string>>;
}
/** A task that is the rows of a list under a search: the list itself counts them, so that it opens exactly these. */
export interface ListedWork extends Told {
  path: string;
  search: Readonly<Record<string, unknown>>;
}
export type Work = WorkItem | ListedWork;
export type WorkSource = (ctx: Ctx) => Promise<readonly Work[]>;

export interface ShellBoard {
  /** Once per mission; a mission nobody registered counts 0. */
  registerMission(mission: Mission, source: MissionSource): void;
  registerSearcher(searcher: Searcher): void;
  registerSubscriptionNotice(source: NoticeSource): void;
  /** What a domain puts on the work list of a home: the organization's unless others are named. */
  registerWork(source: WorkSource, ...of: UnitType[]): void;
  /** What waits for the session on the home of its kind of account, with what the home itself adds; the worst first. */
  work(ctx: Ctx, more?: readonly Work[]): Promise<WorkItem[]>;
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

/** May the session deal with it? */
function concerns({ session, services }: Ctx, item: Work | MissionSource): boolean {
  const page = item.path?.split('?')[0];
  if (page === undefined) return true;
  const entry = services.registry.at(page);
  // A house without the page has no rows to count there.
  if (!entry) return !('search' in item);
  if (!may(session, entry.page, entry.path, 'query')) return false;
  return [item.needs ?? 'query'].flat().some((need) => {
    const [path, verb] = need.includes('#') ? (need.split('#') as [string, string]) : [entry.path, need];
    const at = services.registry.at(path);
    return at !== undefined && may(session, at.page, at.path, verb);
  });
}

async function counted(ctx: Ctx, item: Work): Promise<WorkItem> {
  if (!('search' in item)) return item;
  const { search, ...rest } = item;
  return { ...rest, ...(await rowsBehind(ctx, item.path, search)) };
}

/** An empty board. */
export function createShellBoard(): ShellBoard {
  const sources = new Map<Mission, MissionSource>();
  const searchers: Searcher[] = [];
  const workSources: { source: WorkSource; of: readonly UnitType[] }[] = [];
  let notice: NoticeSource | undefined;
  const count = async (ctx: Ctx, mission: Mission) => {
    const source = sources.get(mission);
    return source && concerns(ctx, source) ? source.count(ctx) : 0;
  };
  return {
    registerMission(mission, source) {
      if (sources.has(mission)) throw new Error(`mission counted twice: ${mission}`);
      sources.set(mission, source);
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
    work: async (ctx, more = []) => {
      const home = ctx.session.unitType ?? 'PLATFORM';
      const here = workSources.filter(({ of }) => of.includes(home));
      const told = [...more, ...(await Promise.all(here.map(({ source }) => source(ctx)))).flat()];
      const own = await Promise.all(told.filter((item) => concerns(ctx, item)).map((item) => counted(ctx, item)));
      return own.sort((a, b) => Number(b.bad ?? false) - Number(a.bad ?? false));
    },
    async missions(ctx) {
      const counted = await Promise.all(missions.map(async (mission) => [mission, await count(ctx, mission)] as const));
      return Object.fromEntries(counted) as Record<Mission, number>;
    },
    search: async (ctx, keyword) => (await Promise.all(searchers.map((s) => s(ctx, keyword)))).flat(),
    subscriptionNotice: async (ctx) => (await notice?.(ctx)) ?? null,
  };
}
