/** Takes an uploaded table in: it is read once to see that it is one, kept, and its columns are guessed. */
import type { UnitType } from '../../../define/page.ts';
import { type Clock, isoAt } from '../../clock.ts';
import type { Sql } from '../../db/sql-of.ts';
import type { FileStore } from '../../files/store.ts';
import type { Ids, Random } from '../../ids.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { readTableInWorker } from '../../sheet/read-table-in-worker.ts';
import { headingsOf, proposeMapping } from './propose-mapping.ts';
import type { ImportColumn, Mapping } from './types.ts';

export interface NewImport {
  accountId: number;
  unitType: UnitType | null;
  unitId: number | null;
  pagePath: string;
  filename: string;
  content: Buffer;
  /** Key of the uploaded file where it lies in the store already; a copy is kept otherwise. */
  fileKey?: string;
  columns: readonly ImportColumn[];
  /** What was left out of the file before it came here. */
  notices?: readonly string[];
}

export interface OpenedImport {
  id: number;
  headers: string[];
  mapping: Mapping;
  /** Headers no field took. */
  unmapped: string[];
  /** The first rows, for choosing columns. */
  sample: string[][];
  total: number;
  encoding: string;
}

const sampleRows = 5;

/** The opened import in state MAPPING, or why the file is no table. */
export async function openImport(
  deps: { sql: Sql; store: FileStore; ids: Ids; clock: Clock; random: Random },
  input: NewImport,
): Promise<OpenedImport | Refusal> {
  const table = await readTableInWorker(input.content, input.filename, {
    keepRows: sampleRows,
    headings: headingsOf(input.columns),
  });
  if (isRefusal(table)) return table;
  const { mapping, unmapped } = proposeMapping(table.headers, input.columns);
  const id = await deps.ids.next();
  const now = isoAt(deps.clock.now());
  const fileKey = input.fileKey ?? `import/${now.slice(0, 10).replaceAll('-', '')}/${id}-${deps.random.token(12)}`;
  await deps.sql.query(
    `insert into import_task (id, account_id, unit_type, unit_id, page_path, filename, file_key, headers, mapping, total, created_at,
       notices) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      input.accountId,
      input.unitType,
      input.unitId,
      input.pagePath,
      input.filename.slice(0, 255),
      fileKey,
      JSON.stringify(table.headers),
      JSON.stringify(mapping),
      table.total,
      now,
      [...(input.notices ?? []), ...table.notices],
    ],
  );
  // Named before it is there: should the process end in between, what there is of it goes with the task.
  if (input.fileKey === undefined) await deps.store.put(fileKey, input.content);
  return {
    id,
    headers: table.headers,
    mapping,
    unmapped,
    sample: table.rows,
    total: table.total,
    encoding: table.encoding,
  };
}
