/** All rows of a list or report, page by page, as a clerk would turn them. */
import type { Clerk } from '../../src/domains/device/testing.ts';

export type Listed = Record<string, unknown> & { id: number };

export interface WholeList {
  rows: Listed[];
  sums: Record<string, number> | null;
  check: { ok: boolean; text: string } | null;
}

interface Part extends WholeList {
  total: number;
}

export async function everyRow(
  clerk: Clerk,
  path: string,
  search: Record<string, unknown> = {},
  sort: string | null = null,
): Promise<WholeList> {
  const rows: Listed[] = [];
  for (let page = 1; ; page++) {
    const part = await clerk.call<Part>(path, 'query', { page, size: 100, sort, search });
    rows.push(...part.rows);
    if (part.rows.length < 100 || rows.length >= part.total) {
      if (new Set(rows.map((r) => r.id)).size !== rows.length) throw new Error(`${path}：翻页时有重复的行`);
      return { rows, sums: part.sums, check: part.check ?? null };
    }
  }
}
