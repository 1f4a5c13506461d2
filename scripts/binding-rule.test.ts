import { expect, test } from 'vitest';
import { bindingBreaks } from './binding-rule.ts';

const binding = 'src/domains/people/types/pages/type.server.ts';
const at = (file: string, source: string) => bindingBreaks(new Map([[file, source]]));

test('a binding that writes is told where and what to do', () => {
  expect(at(binding, "const a = 1;\nawait ctx.db.updateTable('person_type').set({}).execute();")).toEqual([
    `${binding}:2 writes a table: move the command to a file of its own beside the pages, named after its verb`,
  ]);
});

test.each([
  ["ctx.db.insertInto('person')"],
  ["ctx.db.deleteFrom('person')"],
  ['sql`insert into person (id) values (1)`'],
  ['sql`update person p set name = 1`'],
  ['sql`update person set name = 1`'],
  ['sql`delete from person where id = 1`'],
])('%s is a write', (line) => {
  expect(at(binding, line)).toHaveLength(1);
});

test('reading, words about it, and commands beside the pages are none', () => {
  expect(at(binding, "ctx.db.selectFrom('person') // updateTable( is elsewhere\nconst update = crud.update;")).toEqual(
    [],
  );
  expect(at('src/domains/people/types/set-default-type.ts', "ctx.db.updateTable('person_type')")).toEqual([]);
});
