/** Streams a statement's rows from the database's socket straight into a workbook. Runs inside the export worker. */
import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { CellValue } from '../../sheet/types.ts';
import type { XlsxWriter } from '../../sheet/xlsx-writer.ts';
import type { ExportColumn } from './types.ts';
import { createRowReader, type ResultField, type SpanTaker } from './wire-rows.ts';

const boolOid = 16;
const arrayOids = new Set([1000, 1005, 1007, 1009, 1014, 1015, 1016]);

/** Session settings: the cells show Beijing time; a cancelled export is noticed within seconds even while sorting. */
const session =
  "set time zone 'Asia/Shanghai'; set datestyle = 'ISO'; set statement_timeout = 0; set client_connection_check_interval = '2s'; set jit = off";

/** What pg's connection offers below its client. */
interface Wire {
  stream: Socket;
  parse(query: { text: string }): void;
  bind(config: { values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: 'P' }): void;
  execute(config: object): void;
  sync(): void;
}

/** Elements of `{a,"b c",NULL}`. */
function elements(text: string): string[] {
  return Array.from(text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g), ([, quoted, bare]) =>
    quoted !== undefined ? quoted.replace(/\\(.)/g, '$1') : bare === 'NULL' ? '' : bare!,
  );
}

/** Types whose text is not what a person reads are decoded; all others go on as bytes. */
function decoder(type: number): ((text: string) => CellValue) | undefined {
  if (type === boolOid) return (text) => text === 't';
  return arrayOids.has(type) ? elements : undefined;
}

/** Puts the result's columns in the workbook's order and writes each row. */
function rowTaker(columns: readonly ExportColumn[], fields: readonly ResultField[], writer: XlsxWriter): SpanTaker {
  const places = columns.map(({ key }) => {
    const at = fields.findIndex((field) => field.name === key);
    if (at < 0) throw new Error(`the statement has no column "${key}"`);
    return at;
  });
  const decoders = places.map((at) => decoder(fields[at]!.type));
  if (decoders.some((decode) => decode !== undefined))
    return (source, spans) =>
      writer.write([
        places.map((at, i) => {
          const text = source.toString('utf8', spans[2 * at], spans[2 * at + 1]);
          return text === '' ? null : (decoders[i]?.(text) ?? text);
        }),
      ]);
  if (places.every((at, i) => at === i)) return writer.writeSpans;
  const ordered = new Int32Array(places.length * 2);
  return (source, spans) => {
    for (let i = 0; i < places.length; i++) {
      ordered[2 * i] = spans[2 * places[i]!]!;
      ordered[2 * i + 1] = spans[2 * places[i]! + 1]!;
    }
    return writer.writeSpans(source, ordered);
  };
}

export interface StatementRun {
  connection: ClientConfig;
  sql: string;
  params: readonly unknown[];
  columns: readonly ExportColumn[];
  maxRows: number;
  onProgress(rows: number): void;
  /** Rows the planner expects, before the first. */
  onEstimate(rows: number): void;
  /** Asked as data comes in. */
  cancelled(): boolean;
}

/** How a run ended; `too-many` when the statement has more rows than allowed. */
export type StatementEnd = 'whole' | 'cancelled' | 'too-many';

async function expectedRows(client: Client, { sql, params }: StatementRun): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) ${sql}`,
    [...params],
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/**
 * Writes every row of the statement, in one read-only snapshot. The writer is neither finished nor aborted here.
 * @throws Error with the server's message.
 */
export async function streamStatement(run: StatementRun, writer: XlsxWriter): Promise<StatementEnd> {
  const client = new Client({ ...run.connection, application_name: 'onecard export' });
  await client.connect();
  // a connection that breaks ends the loop below; without a listener it would end the thread
  client.on('error', () => undefined);
  const wire = (client as unknown as { connection: Wire }).connection;
  try {
    await client.query(session);
    await client.query('begin isolation level repeatable read read only');
    run.onEstimate(await expectedRows(client, run));
    let written = 0;
    const reader = createRowReader((fields) => {
      const take = rowTaker(run.columns, fields, writer);
      return (source, spans) => {
        written += 1;
        return written > run.maxRows ? undefined : take(source, spans);
      };
    });
    // from here on the socket is ours: the client's own reader would make strings of every value
    wire.stream.removeAllListeners('data');
    wire.parse({ text: run.sql });
    wire.bind({ values: run.params, valueMapper: prepareValue });
    wire.describe({ type: 'P' });
    wire.execute({});
    wire.sync();
    for await (const chunk of wire.stream as AsyncIterable<Buffer>) {
      if (run.cancelled()) return 'cancelled';
      const ended = await reader.push(chunk);
      if (written > run.maxRows) return 'too-many';
      run.onProgress(written);
      if (ended) return 'whole';
    }
    throw new Error('the database closed the connection');
  } finally {
    wire.stream.destroy();
  }
}
