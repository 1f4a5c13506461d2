/** What a list over a table knows without being told. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { entities } from '../../define/entity.ts';
import { int, of, ref, refs, text, time } from '../../define/field.ts';
import type { Ctx, Db } from '../context.ts';
import { expression } from '../query/expression.ts';
import { everything } from '../query/scope.ts';
import { scopePlugin } from '../query/scope-plugin.ts';
import { over, summed } from './over.ts';

const named = entities({
  shelf: { choices: '/admin/shelf' },
  reader: { choices: '/admin/reader', name: 'full_name' },
  library: { choices: '/admin/library', beside: true },
  scanner: { choices: '/admin/scanner', alone: true },
});
type Named = typeof named;
declare module '../../define/entity.ts' {
  interface Entities extends Named {}
}
interface Keyed {
  organization_id: number;
  id: number;
}
declare module '../query/tables.ts' {
  interface Tables {
    loan: Keyed & {
      due_at: string;
      reader_id: number;
      shelf_id: number | null;
      shelf_ids: number[];
      library_id: number;
      scanner_id: number;
      created_at: string;
    };
    shelf: Keyed & { name: string };
    reader: Keyed & { full_name: string; ticket_no: string; favourite_shelf_id: number };
    library: { id: number; name: string };
    scanner: { id: number; name: string };
  }
}

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (handle) => new PostgresIntrospector(handle),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const school = { ...everything, unitType: 'ORGANIZATION' as const, unitId: 7, organizations: [7] };
const tables = { loan: { organization: 'organization_id' }, shelf: { organization: 'organization_id' } };
const said = (list: ReturnType<typeof over>, handle = db) =>
  (list.from(handle as unknown as Db, {} as Ctx, {}) as unknown as { compile(): { sql: string } })
    .compile()
    .sql.replace('select ', '');
const shown = (bound: unknown) => expression(bound as string).compile(db).sql;

const fields = {
  dueAt: time('应还'),
  readerId: ref('读者', 'reader'),
  shelfId: ref('书架', 'shelf'),
  shelfIds: refs('书架', 'shelf'),
  libraryId: ref('图书馆', 'library'),
  scannerId: ref('扫描器', 'scanner'),
  createdAt: time('借出'),
};

describe('a list over a table', () => {
  it('takes a key for the column of its name', () => {
    const list = over({ fields: { dueAt: fields.dueAt, createdAt: fields.createdAt } }, 'loan as l');
    expect(list.columns).toEqual({ dueAt: 'l.due_at', createdAt: 'l.created_at' });
    expect(list.id).toBe('l.id');
    expect(said(list as never)).toBe('from "loan" as "l"');
  });

  it('takes a key for the column of its name in a sub-select, whose rows are grouped, and refuses one that is not there', () => {
    const late = summed('s', (handle) =>
      handle.selectFrom('loan').select(['id', 'organization_id', 'reader_id', 'due_at']),
    );
    const list = over({ fields: { dueAt: fields.dueAt, readerId: fields.readerId } }, late, {
      refs: ['readerId as r'],
    });
    expect(list.columns).toEqual({ dueAt: 's.due_at', readerId: 's.reader_id' });
    expect([list.id, list.grouped]).toEqual(['s.id', true]);
    expect(said(list as never)).toBe(
      'from (select "id", "organization_id", "reader_id", "due_at" from "loan") as "s" ' +
        'left join "reader" as "r" on "r"."id" = "s"."reader_id" and "r"."organization_id" = "s"."organization_id"',
    );
    // @ts-expect-error the sub-select does not tell `createdAt`
    over({ fields: { createdAt: fields.createdAt } }, late, {});
    expect(over({ fields: { createdAt: fields.createdAt } }, late, { columns: { createdAt: null } }).id).toBe('s.id');
  });

  it('does not compile where a key is no column, nor where a column is none', () => {
    // @ts-expect-error `late` must be bound
    over({ fields: { late: text('逾期') } }, 'loan as l');
    // @ts-expect-error `late` must be bound
    over({ fields: { late: text('逾期') } }, 'loan as l', {});
    // @ts-expect-error there is no such column
    over({ fields: { late: text('逾期') } }, 'loan as l', { columns: { late: 'l.late' } });
    // @ts-expect-error there is no such table
    over({ fields: { dueAt: fields.dueAt } }, 'lone as l');
    expect(() =>
      // @ts-expect-error a text refers to no record
      over({ fields: { dueAt: fields.dueAt } }, 'loan as l', { refs: ['dueAt'] }),
    ).toThrow();
    expect(over({ fields: { late: text('逾期') } }, 'loan as l', { columns: { late: sql`false` } }).id).toBe('l.id');
  });

  it('joins what a ref names under its unit, and answers its name', () => {
    const { scannerId: _, ...within } = fields;
    const list = over({ fields: within }, 'loan as l', { inner: ['readerId as r'], refs: ['shelfId'] });
    expect(said(list as never)).toBe(
      'from "loan" as "l" ' +
        'inner join "reader" as "r" on "r"."id" = "l"."reader_id" and "r"."organization_id" = "l"."organization_id" ' +
        'left join "shelf" as "shelf" on "shelf"."id" = "l"."shelf_id" and "shelf"."organization_id" = "l"."organization_id"',
    );
    expect(shown(list.names?.readerId)).toBe('"r"."full_name"');
    expect(shown(list.names?.shelfId)).toBe('"shelf"."name"');
  });

  it('joins refs that nobody asks for, but those that are hidden, bound to nothing or named otherwise', () => {
    const { readerId, scannerId, shelfId } = fields;
    const unasked = over({ fields: { readerId, scannerId } }, 'loan as l');
    expect(said(unasked as never)).toBe(
      'from "loan" as "l" ' +
        'left join "reader" as "reader" on "reader"."id" = "l"."reader_id" and "reader"."organization_id" = "l"."organization_id" ' +
        'left join "scanner" as "scanner" on "scanner"."id" = "l"."scanner_id"',
    );
    expect(unasked.names).toEqual({ readerId: 'reader.full_name', scannerId: 'scanner.name' });
    const hidden = ref('书架', 'shelf', { hidden: true });
    const left = over({ fields: { shelfId: hidden, readerId, scannerId } }, 'loan as l', {
      columns: { readerId: null },
      names: { scannerId: sql`'扫描器'` },
    });
    expect(said(left as never)).toBe('from "loan" as "l"');
    expect(
      over({ fields: { shelfId } }, 'loan as l', { from: (handle) => handle.selectFrom('loan as l') }).names,
    ).toEqual({});
  });

  it('reads fields of a record in that record, its own refs included', () => {
    const reader = { readerId: fields.readerId, ...of('readerId', { ticketNo: text('证号') }) };
    const named = over({ fields: reader }, 'loan as l', { inner: ['readerId as r'] });
    expect(named.columns).toEqual({ readerId: 'l.reader_id', ticketNo: 'r.ticket_no' });
    const far = { ...reader, ...of('readerId', { favouriteShelfId: ref('常去的书架', 'shelf') }) };
    const list = over({ fields: far }, 'loan as l');
    expect(list.columns.ticketNo).toBe('reader.ticket_no');
    expect(said(list as never)).toMatch(
      /"reader" as "reader" .* left join "shelf" as "favourite_shelf" on "favourite_shelf"."id" = "reader"."favourite_shelf_id"/,
    );
    // @ts-expect-error a reader has no such column
    over({ fields: { readerId: fields.readerId, ...of('readerId', { late: text('逾期') }) } }, 'loan as l');
  });

  it('narrows what it joins to the scope', () => {
    const list = over({ fields: { shelfId: fields.shelfId } }, 'loan as l');
    expect(said(list as never, db.withPlugin(scopePlugin(tables, school)))).toContain(
      'and "shelf"."organization_id" = "l"."organization_id") and "shelf"."organization_id" = $1',
    );
  });

  it('finds records that an id alone keys, and has a word for none', () => {
    const one = { scannerId: fields.scannerId };
    const list = over({ fields: one }, 'loan as l', { refs: ['scannerId as s'], none: { scannerId: '后台' } });
    expect(said(list as never)).toBe('from "loan" as "l" left join "scanner" as "s" on "s"."id" = "l"."scanner_id"');
    expect(shown(list.names?.scannerId)).toBe(`coalesce("s"."name", '后台')`);
  });

  it('answers names of units and of several records without a join', () => {
    const list = over({ fields: { libraryId: fields.libraryId, shelfIds: fields.shelfIds } }, 'loan as l', {});
    expect(shown(list.names?.libraryId)).toBe('(select "n"."name" from "library" n where n.id = "l"."library_id")');
    expect(shown(list.names?.shelfIds)).toBe(
      'array(select "n"."name" from "shelf" n where n.organization_id = "l"."organization_id" and n.id = any("l"."shelf_ids") order by n.id)',
    );
  });

  it('joins a ref of a joined record after it, whichever brought it', () => {
    const far = { readerId: fields.readerId, shelfId: fields.shelfId };
    const own = over({ fields: far }, 'loan as l', {
      refs: ['shelfId as f', 'readerId as r'],
      columns: { shelfId: 'r.favourite_shelf_id' },
    });
    expect(said(own as never)).toMatch(
      /"reader" as "r" .* left join "shelf" as "f" on "f"."id" = "r"."favourite_shelf_id"/,
    );
    const brought = over(
      { fields: { shelfId: fields.shelfId } },
      'loan as l',
      { refs: ['shelfId as f'], columns: { shelfId: 'x.favourite_shelf_id' } },
      (from) => from.innerJoin('reader as x', 'x.id', 'l.reader_id'),
    );
    expect(said(brought as never)).toMatch(/"reader" as "x" .* left join "shelf" as "f"/);
  });

  it('answers the version of a page that edits its records, elsewhere when asked', () => {
    const one = { fields: { dueAt: fields.dueAt, count: int('次数') } };
    const columns = { count: null };
    expect(over(one, 'loan as l', { columns }).version).toBeUndefined();
    expect(over(one, 'loan as l', { columns, version: true }).version).toBe('l.version');
    expect(over({ ...one, form: {} }, 'loan as l', { columns }).version).toBe('l.version');
    expect(over({ ...one, form: { createOnly: true } }, 'loan as l', { columns }).version).toBeUndefined();
  });
});
