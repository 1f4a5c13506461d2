/** The small reader of row types understands the style our `tables.ts` files are written in. */
import { expect, test } from 'vitest';
import { readRowTypes } from './row-types.ts';

const source = `
/** Rows of a domain. */
import type { Generated } from 'kysely';
import type { Place } from './types.ts';

type Status = 'NORMAL' | 'DISABLED';
export interface Stamped {
  created_at: string; // when it was made
}
export interface AccountRow extends Stamped {
  organization_id: number;
  status: Status;
  nick: string | null;
  /** 次数; see the rules */
  tries: Generated<number>;
  tags: string[];
  marks: (1 | 2)[] | null;
  extra: { a: string; b: number | null };
  rest: Record<string, unknown> | null;
  place: Place;
  kind:
    | 'A'
    | 'B'
    | null;
  avatar: Buffer;
}
declare module '../../kit/server/query/tables.ts' {
  interface Tables {
    account: AccountRow;
  }
}
`;

test('reads primitives, unions, aliases, arrays, json and inheritance', () => {
  const account = readRowTypes(source).get('account');
  const text = [...(account ?? [])].map(
    ([name, { kind, array, nullable }]) => `${name} ${kind}${array ? '[]' : ''}${nullable ? '?' : ''}`,
  );
  expect(text).toEqual([
    'created_at string',
    'organization_id number',
    'status string',
    'nick string?',
    'tries number',
    'tags string[]',
    'marks number[]?',
    'extra json',
    'rest json?',
    'place any',
    'kind string?',
    'avatar bytes',
  ]);
});

test('a row type that is another by a second name has its columns', () => {
  const types = readRowTypes(`
    interface Version { id: number; made_at: string }
    export type DishVersionRow = Version;
    interface MyTables { dish_version: DishVersionRow }`);
  expect([...(types.get('dish_version')?.keys() ?? [])]).toEqual(['id', 'made_at']);
});

test('a table whose row type stands elsewhere is an error', () => {
  expect(() => readRowTypes('export interface MyTables { card: CardRow }')).toThrow('CardRow');
});
