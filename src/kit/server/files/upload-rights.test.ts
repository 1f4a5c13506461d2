import { expect, test } from 'vitest';
import { image, int, lines, text } from '../../define/field.ts';
import { anyPage, page } from '../../define/page.ts';
import type { Session } from '../context.ts';
import type { Registry } from '../page/registry.ts';
import { mayUpload } from './upload-rights.ts';
import type { Purpose } from './upload-rules.ts';

const path = '/admin/organization/order';
const registryOf = (cells: Parameters<typeof lines>[1]) => {
  const spec = page({
    path,
    title: '采购单',
    fields: { name: text('名称'), lines: lines('明细', cells) },
    list: { columns: ['name'], tools: ['create'] },
    form: { sections: [{ fields: ['name', 'lines'] }] },
  });
  return { all: [{ path, title: '采购单', page: anyPage(spec), binding: {} }] } as unknown as Registry;
};
const scope = { departments: 'ALL', operator: null };
const purposes = (registry: Registry, grants: string[]): Purpose[] =>
  (['image', 'attachment', 'import'] as const).filter((purpose) =>
    mayUpload(registry, { unitType: 'ORGANIZATION', grants: new Set(grants), scope } as unknown as Session, purpose),
  );

test('who may write a document may upload the table its rows are read from, and the pictures its cells ask', () => {
  expect(purposes(registryOf({ quantity: int('数量') }), [`${path}#create`])).toEqual(['import']);
  expect(purposes(registryOf({ photo: image('照片') }), [`${path}#create`])).toEqual(['image', 'import']);
  expect(purposes(registryOf({ photo: image('照片') }), [`${path}#query`])).toEqual([]);
});
