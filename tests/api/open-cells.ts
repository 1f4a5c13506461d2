/** The cells of a report, opened as the console opens them, and what the lines they lead to say of them. */
import type { Days } from '../../src/kit/console/clock.ts';
import { drillTo } from '../../src/kit/console/screens/logic/drill-to.ts';
import { readListState, type Search, wireSearch } from '../../src/kit/console/screens/logic/search-url.ts';
import type { AnyPage } from '../../src/kit/define/page.ts';

export interface Listed {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number> | null;
  check?: { ok: boolean; text: string } | null;
}

/** The server as one account sees it. */
export interface Asked {
  days: Days;
  /** The page at a path, as its place sees it. */
  pageAt(path: string): AnyPage | undefined;
  query(path: string, search: Search): Promise<Listed>;
}

/** `heads`: the sum in which diners are counted as the report counts them. */
type Figure = (lines: Listed, heads: 'heads' | 'placeHeads') => number;
type Figures = Readonly<Record<string, Figure>>;

const of =
  (key: string): Figure =>
  ({ sums }) =>
    sums![key]!;
/** What leaves stands without its minus. */
const out =
  (key: string): Figure =>
  ({ sums }) =>
    0 - sums![key]!;
const less =
  (key: string, other: string): Figure =>
  ({ sums }) =>
    sums![key]! - sums![other]!;
const added =
  (...keys: string[]): Figure =>
  ({ sums }) =>
    keys.reduce((sum, key) => sum + sums![key]!, 0);
const numbersOf = ({ rows }: Listed, key: string) => rows.map((row) => Number(row[key] ?? 0));
/** A column the list does not sum. */
const byRow =
  (key: string): Figure =>
  (lines) =>
    numbersOf(lines, key).reduce((sum, value) => sum + value, 0);
const different =
  (key: string): Figure =>
  ({ rows }) =>
    new Set(rows.map((row) => row[key])).size;
const each = (keys: readonly string[], figure: Figure): Figures => Object.fromEntries(keys.map((key) => [key, figure]));

const organization = '/admin/organization';
const contractor = '/admin/contractor';
const platform = '/admin/platform';

const trades: Figures = { reversedFen: out('amountFen') };
const ledger: Figures = each(
  [
    ...['consumeFen', 'supplementFen', 'refundFen', 'cashOutFen', 'clearedFen', 'returnedFen', 'cardFeeFen'],
    ...['otherOutFen', 'outFen', 'reversedFen', 'purseFen', 'pledgeBackFen'],
  ],
  out('amountFen'),
);
const portions = ['portions', 'eatenPortions', 'missedPortions', 'waitingPortions', 'cancelledPortions'];
const orderLines: Figures = {
  ...each(portions, of('qty')),
  orderCount: different('orderNo'),
  amountFen: added('amountFen', 'feeFen'),
  heldFen: added('amountFen', 'feeFen'),
  eatenFen: of('bookedFen'),
  dishBackFen: of('refundedFen'),
  missedFen: of('bookedFen'),
  releasedFen: ({ sums }) => sums!.amountFen! + sums!.feeFen! - sums!.bookedFen!,
  usedCounts: of('counts'),
};
const reports: Figures = {
  ...each(['portions', 'cancelledPortions', 'unclearPortions', 'waitingPortions'], of('portions')),
  ...each(['eatenPortions', 'missedPortions'], of('portions')),
  bookedFen: of('chargedFen'),
  dueFen: less('chargeFen', 'chargedFen'),
};
const dishes: Figures = { wasteGrams: byRow('wasteGrams'), wasteFen: byRow('wasteFen') };
const ordered: Figures = each(['orderedQty', 'pickedQty', 'cancelledQty'], of('qty'));
const sold: Figures = { windowQty: of('qty'), windowFen: of('netFen') };

/**
 * What a list says of a column that opens it, by the list's path; where nothing is said, the sum of the same name, and without
 * one the sum of the amounts for money and the number of the lines for a count.
 */
const shownBy: Readonly<Record<string, Figures>> = {
  [`${organization}/consume_detail`]: trades,
  [`${contractor}/consume_detail`]: trades,
  [`${platform}/consume`]: trades,
  [`${organization}/offline_consume`]: { beyondFen: less('chargedFen', 'amountFen') },
  [`${organization}/third_party_consume`]: { mealFeeFen: of('feeFen') },
  [`${organization}/consume_summary`]: { usedFen: of('netFen') },
  [`${organization}/account_statement/detail`]: ledger,
  [`${contractor}/account_statement/detail`]: ledger,
  [`${organization}/count_ledger`]: {
    ...each(['grantedFen', 'remainingFen', 'grantedMeals', 'correctedMeals', 'adjustedMeals'], of('meals')),
    ...each(['openingMeals', 'closingMeals'], of('meals')),
    ...each(['usedFen', 'clearedFen', 'returnedFen', 'eatenMeals', 'returnedMeals', 'clearedMeals'], out('meals')),
  },
  [`${organization}/order_food_detail`]: {
    ...each(portions, of('portions')),
    eatenFen: of('bookedFen'),
    dishBackFen: of('refundedFen'),
    missedFen: of('bookedFen'),
    releasedFen: less('amountFen', 'bookedFen'),
    usedCounts: of('bookedCounts'),
  },
  [`${contractor}/report_form/order_detail`]: orderLines,
  [`${platform}/order_detail`]: orderLines,
  [`${organization}/report_meal_detail`]: reports,
  [`${contractor}/report_form/report_meal_detail`]: reports,
  [`${organization}/meal_head_detail`]: each(
    [
      ...['breakfast', 'lunch', 'dinner', 'night', 'other', 'cameHeads'],
      ...['heads', 'reportedHeads', 'countedHeads', 'unreportedHeads', 'guestHeads'],
    ],
    ({ sums }, heads) => sums![heads]!,
  ),
  [`${organization}/manual_report_meal/count`]: { countedPortions: of('portions') },
  [`${organization}/manual_report_meal/guest`]: { guestPortions: of('heads'), usedFen: of('chargedFen') },
  [`${organization}/food_menu_summary`]: dishes,
  [`${contractor}/report_form/food_menu_rest_summary`]: dishes,
  [`${organization}/food_menu_summary/ordered`]: ordered,
  [`${contractor}/report_form/food_menu_rest_summary/ordered`]: ordered,
  [`${organization}/food_menu_summary/sold`]: sold,
  [`${contractor}/report_form/food_menu_rest_summary/sold`]: sold,
  [`${contractor}/report_form/food_margin/theory`]: { storeFen: of('theoryFen') },
  [`${contractor}/report_form/food_margin/used`]: {
    ...each(['issuedFen', 'lossFen', 'transitFen', 'countFen'], of('usedFen')),
    returnedFen: out('usedFen'),
  },
  [`${contractor}/erp/stock_ledger`]: {
    ...each(['openingFen', 'inFen', 'countFen', 'revalueFen', 'closingFen'], of('valueFen')),
    ...each(['issueFen', 'saleFen', 'lossFen', 'awayFen'], out('valueFen')),
  },
  [`${contractor}/erp/price_trend/line`]: {
    lowFen: (lines) => Math.min(...numbersOf(lines, 'priceFen')),
    highFen: (lines) => Math.max(...numbersOf(lines, 'priceFen')),
  },
  [`${platform}/check_consume/record`]: each(['differCount', 'missingCount'], of('recordCount')),
  // Of what was not credited, nothing is booked.
  [`${platform}/abnormal_trade_record`]: {
    differenceFen: ({ rows }) =>
      rows.reduce(
        (sum, row) => sum + Number(row.billFen ?? 0) - (row.kind === 'UNCREDITED' ? 0 : Number(row.ourFen ?? 0)),
        0,
      ),
  },
};

/** As above, by the report whose column it is: where one list shows the same column of two reports differently. */
const shownOf: Readonly<Record<string, Figures>> = {
  // It counts only the part that was paid outside the purses.
  [`${organization}/third_party_consume_summary`]: { amountFen: of('thirdFen'), refundFen: out('thirdFen') },
  // These are summed over batches: their lines are the lots' entries.
  [`${organization}/subsidy/verify_summary`]: each(['usedFen', 'clearedFen', 'returnedFen'], out('amountFen')),
  [`${organization}/personal_recharge_summary`]: each(['clearedFen', 'returnedFen'], out('amountFen')),
  [`${platform}/daily_consume_receipts`]: { settledFen: added('eatenFen', 'thirdFen', 'shopFen') },
  // People, of whom several deliveries may have failed.
  [`${organization}/face_info_count`]: { failed: different('personId') },
};

/** Columns that open what explains them and add nothing up, by the report, and why. */
const explains: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${contractor}/erp/goods`]: { lastFen: '上次进价打开价格走势' },
  [`${contractor}/erp/price_trend`]: { priceFen: '加权均价打开当天的各次验收' },
  [`${contractor}/report_form/food_margin/theory`]: { portions: '售出或就餐的份数打开当天那一餐的菜谱' },
};
/** 排餐成本 of a dish opens its recipe. */
const recipes = `${contractor}/supermarket/food_bom`;

/** Every page named above, to be held against the registry. */
export const namedPages = [...Object.keys(shownBy), ...Object.keys(shownOf), ...Object.keys(explains), recipes];

const inPlaces = new Set(['restaurant', 'device', 'site', 'contractor']);
const isAsked = (value: unknown): boolean => [value].flat().some((one) => one !== null && one !== undefined);
/** Where a diner counts once per meal in each restaurant, not once per meal in the unit. */
const countsByPlace = (path: string, search: Search): boolean =>
  path.startsWith(contractor) ||
  path.endsWith('/restaurant/monthly_data') ||
  inPlaces.has(String(search.group)) ||
  isAsked(search.restaurantId) ||
  isAsked(search.contractorId);

const figureKinds = new Set(['money', 'int', 'weight', 'decimal']);

export interface Opened {
  /** Where it leads. */
  path: string;
  /** Set where the lines say another figure than the cell. */
  wrong?: { key: string; cell: unknown; lines: number | undefined; path: string; search: Search };
}

/**
 * Opens one cell of a list's row and compares its figure with the lines'; undefined where it is no figure or leads nowhere.
 * A record is opened as it is: it shows what its row showed.
 */
export async function openCell(
  asked: Asked,
  at: { path: string; page: AnyPage },
  row: Record<string, unknown>,
  key: string,
  search: Search,
): Promise<Opened | undefined> {
  const field = at.page.fields[key]!;
  if (!figureKinds.has(field.kind)) return undefined;
  const to = drillTo(
    at.page,
    row as Parameters<typeof drillTo>[1],
    { key, field },
    search,
    wireSearch(at.page, search),
  );
  if (!to) return undefined;
  const target = asked.pageAt(to.path);
  if (!target && to.path.endsWith('/record')) return { path: to.path };
  if (!target) throw new Error(`${at.path} ${key} opens ${to.path}, which is no page`);
  const state = readListState(target, to.query as Record<string, string>, asked.days);
  const lines = await asked.query(to.path, wireSearch(target, state.search));
  const cell = row[key];
  const wrong = (found: number | undefined): Opened => ({
    path: to.path,
    wrong: { key, cell, lines: found, path: to.path, search: state.search },
  });
  if (explains[at.path]?.[key] || to.path === recipes) return { path: to.path };
  const heads = countsByPlace(at.path, search) ? 'placeHeads' : 'heads';
  const sameName = key === 'heads' ? heads : key;
  const figure =
    shownOf[at.path]?.[key] ??
    shownBy[to.path]?.[key] ??
    ((found) => found.sums?.[sameName] ?? (field.kind === 'money' ? found.sums?.amountFen : found.total)!);
  const found = figure(lines, heads);
  return found === cell ? { path: to.path } : wrong(found);
}
