/** 审批: what waits for the session to decide, what it made and others have to decide, and what became of that. */
import { type Field, nameKey, type Tone } from '../../../kit/define/field.ts';
import type { AnyPage } from '../../../kit/define/page.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type AccountNotice, ownNotices } from '../../../kit/server/notices/own-notices.ts';
import { type Approvable, approvables, waitingRows } from './approvable.ts';

export interface InboxRow {
  path: string;
  id: number;
  kind: string;
  name: string;
  about: string;
  /** Null where it is not about money. */
  amountFen: number | null;
  /** How many it is about instead, with their unit; '' where that is not known. */
  size: string;
  maker: string;
  at: string;
  state: string;
  tone: Tone;
}
export interface Inbox {
  mine: InboxRow[];
  sent: InboxRow[];
  decided: AccountNotice[];
}

/** Of one kind of document; whoever lets more wait is told how many there are by the count on his home. */
const mostOfKind = 200;

type Row = Readonly<Record<string, unknown>>;

/** The words of a column that names something: a text, or the name of the record it refers to. */
function wordsOf(field: Field | undefined, key: string, row: Row): string {
  if (!field || !['text', 'longText', 'ref'].includes(field.kind)) return '';
  const value = field.kind === 'ref' ? row[nameKey(key)] : row[key];
  return typeof value === 'string' ? value : '';
}

const instantOf = (page: AnyPage, row: Row): string => {
  const key = ['createdAt', 'at', ...Object.keys(page.fields).filter((one) => page.fields[one]?.kind === 'time')].find(
    (one) => typeof row[one] === 'string',
  );
  return key ? String(row[key]) : '';
};

function told({ entry, list }: Approvable, row: Row): InboxRow {
  const { page } = list;
  const columns = page.list?.columns ?? [];
  const words = columns
    .filter((key) => key !== 'makerName' && key !== 'checkerName')
    .map((key) => wordsOf(page.fields[key], key, row))
    .filter(Boolean);
  // Amounts and counts that are there: of a document that waits, those of what will have been done are still nothing.
  const first = (fits: (field: Field) => boolean) =>
    columns.find((key) => page.fields[key] && fits(page.fields[key]) && typeof row[key] === 'number' && row[key] !== 0);
  const money = first(({ kind }) => kind === 'money');
  const counted = first(({ kind, unit }) => kind === 'int' && unit !== undefined);
  const choices = page.fields.status?.choices ?? [];
  return {
    path: entry.path,
    id: Number(row.id),
    kind: entry.title,
    name: words[0] ?? `#${row.id}`,
    about: words[1] ?? '',
    amountFen: money ? Number(row[money]) : null,
    size: counted ? `${Number(row[counted]).toLocaleString('en-US')} ${page.fields[counted]!.unit}` : '',
    maker: typeof row.makerName === 'string' ? row.makerName : '',
    at: instantOf(page, row),
    state: labelIn(choices, row.status),
    tone: choices.find(({ value }) => value === row.status)?.tone ?? 'neutral',
  };
}

export async function inbox(ctx: Ctx): Promise<Inbox> {
  const all = approvables(ctx);
  const rowsOf = async (some: readonly Approvable[], mine: boolean) => {
    const found = await Promise.all(
      some.map(async (one) => (await waitingRows(ctx, one, mine, mostOfKind)).map((row) => told(one, row))),
    );
    // Some documents stand in two lists of the house; their numbers are unique in it.
    return (
      [...new Map(found.flat().map((row) => [row.id, row])).values()]
        // What has waited longest comes first.
        .sort((a, b) => a.at.localeCompare(b.at) || a.id - b.id)
    );
  };
  const [mine, sent, decided] = await Promise.all([
    rowsOf(
      all.filter(({ decides }) => decides),
      false,
    ),
    rowsOf(all, true),
    ownNotices(ctx),
  ]);
  return { mine, sent, decided };
}
