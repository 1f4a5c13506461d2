/**
 * What a migration may do while a house is at work: a statement that would keep a hot table to itself for as long as the table is
 * large is refused by the check, whatever machine it is tried on; so is one that takes away what servers of the version before use.
 * Pure, over the SQL text.
 */
import type { MigrationFile } from '../src/kit/server/db/migration-files.ts';

/** Tables that grow with every swipe, order or reading, and are written all day. */
export const hotTables = [
  'money_request',
  'posting_row',
  'entry_row',
  'plain_grant',
  'trade',
  'trade_item',
  'wallet',
  'posting_reversed',
  'rollup_consume_place',
  'rollup_account_day',
  'offline_trade',
  'device_sequence',
  'meal_order',
  'meal_order_item',
  'person',
  'card',
  'system_log',
  'stock_entry',
  'passage',
] as const;

const hot = `(?:only\\s+)?"?(${hotTables.join('|')})"?`;

/** What was written before was run where nobody eats yet; a migration from here on meets houses at work. */
export const ruledFrom = 202611300000;

interface Rule {
  pattern: RegExp;
  /** Harmless after all. */
  unless?: RegExp;
  reason: string;
}

const rules: readonly Rule[] = [
  {
    pattern: new RegExp(`^create\\s+(?:unique\\s+)?index\\s+(?!concurrently)[^;]*?\\son\\s+${hot}\\b`, 'is'),
    reason:
      'an index over a hot table stops its writers while it is built: build it concurrently, by hand or by a job, before the version that needs it',
  },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+(?:if\\s+exists\\s+)?${hot}\\b[^;]*\\balter\\s+(?:column\\s+)?\\w+\\s+(?:set\\s+data\\s+)?type\\b`,
      'is',
    ),
    reason: 'a column of another type writes the whole table anew: add a column and fill it in pieces',
  },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+(?:if\\s+exists\\s+)?${hot}\\b[^;]*\\balter\\s+(?:column\\s+)?\\w+\\s+set\\s+not\\s+null`,
      'is',
    ),
    reason: 'not null reads the whole table under its strongest lock: add a check not valid and validate it apart',
  },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+(?:if\\s+exists\\s+)?${hot}\\b[^;]*\\badd\\s+(?:constraint\\s+\\w+\\s+)?(?:check|foreign\\s+key|unique|primary\\s+key|exclude)\\b`,
      'is',
    ),
    unless: /\bnot\s+valid\b|\busing\s+index\b/i,
    reason: 'a constraint reads the whole table under a lock: add it not valid and validate it apart',
  },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+(?:if\\s+exists\\s+)?${hot}\\b[^;]*\\badd\\s+(?:column\\s+)?(?:if\\s+not\\s+exists\\s+)?\\w+[^;]*\\b(?:default\\s+(?:now|random|nextval|gen_random_uuid|clock_timestamp)\\s*\\(|generated\\s+always\\s+as)`,
      'is',
    ),
    reason: 'a column whose value differs by row writes the whole table anew',
  },
  {
    pattern: new RegExp(`^(?:update\\s+${hot}\\b|delete\\s+from\\s+${hot}\\b)`, 'is'),
    unless: /\bwhere\b/i,
    reason: 'every row of a hot table in one transaction: do it in pieces by a job',
  },
  {
    pattern: new RegExp(
      `^(?:lock\\s+table|truncate|cluster|vacuum\\s+full|drop\\s+table\\s+(?:if\\s+exists\\s+)?)\\s*(?:table\\s+)?${hot}\\b`,
      'is',
    ),
    reason: 'a hot table to itself',
  },
];

/** A migration says so in a comment, with the version before which nothing uses any more what it takes away. */
const contracts = /^--\s*contract:\s*\S/m;
const dropped = /^drop\s+table\s+(?:if\s+exists\s+)?"?(\w+)"?/i;
const altered = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?"?(\w+)"?\s+(.*)$/is;
const takesAway = /^(?:drop\s+column|rename(?!\s+constraint))\b/i;
const asksForMore =
  /^add\s+(?!(?:constraint|check|foreign|unique|primary|exclude)\b)(?:column\s+)?(?:if\s+not\s+exists\s+)?\w+\s.*\bnot\s+null\b/is;
const fillsItself = /\b(?:default|generated)\b/i;
const nextAction = /,\s*(?=(?:add|drop|alter|rename|validate)\b)/i;

/** The statements of a migration, without comments; bodies in dollar quotes are one piece with their statement. */
export function statementsOf(sql: string): string[] {
  const parts: string[] = [];
  let part = '';
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|;|[^-/$';]+|./g;
  for (const [piece] of sql.matchAll(token)) {
    if (piece.startsWith('--') || piece.startsWith('/*')) part += ' ';
    else if (piece === ';') {
      parts.push(part.trim());
      part = '';
    } else part += piece;
  }
  return [...parts, part.trim()].filter(Boolean);
}

/** A table that this migration makes is nobody's yet. */
const makes = (sql: string, table: string) =>
  new RegExp(`create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?"?${table}"?\\b`, 'i').test(sql);

/** What of a statement servers of the version before could not live with. */
function contractBreaks(sql: string, statement: string): string[] {
  const gone = dropped.exec(statement)?.[1];
  if (gone && !makes(sql, gone)) return [`${gone}: the version before still uses it: contract one version later`];
  const [, table, actions] = altered.exec(statement) ?? [];
  if (!table || !actions || makes(sql, table)) return [];
  return actions.split(nextAction).flatMap((action) => {
    if (takesAway.test(action)) return [`${table}: the version before still uses it: contract one version later`];
    return asksForMore.test(action) && !fillsItself.test(action)
      ? [`${table}: the version before inserts without it: give it a default`]
      : [];
  });
}

/** A migration that a house must be stopped for says so, and docs/operating.md names it: nobody waits for its locks. */
const stops = /^--\s*stop:\s*\S/m;

/** Whether a house is stopped for it. */
export const takesStop = (sql: string): boolean => stops.test(sql);

/** What of a migration would hold a hot table for longer than a moment, or take away what the version before uses. */
export function lockBreaks({ number, name, sql }: Pick<MigrationFile, 'number' | 'name' | 'sql'>): string[] {
  if (number < ruledFrom || takesStop(sql)) return [];
  return statementsOf(sql).flatMap((statement) => [
    ...(contracts.test(sql) ? [] : contractBreaks(sql, statement).map((why) => `${name}: ${why}`)),
    ...rules.flatMap(({ pattern, unless, reason }) => {
      const found = pattern.exec(statement);
      const table = found?.slice(1).find(Boolean);
      if (!found || !table || unless?.test(statement) || makes(sql, table)) return [];
      return [`${name}: ${table}: ${reason}`];
    }),
  ]);
}
