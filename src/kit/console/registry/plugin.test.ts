/** The registry made from definitions. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyPage } from '../../define/page.ts';
import { readPages, registryCode } from './plugin.ts';

const spec = (path: string, part: Partial<AnyPage> = {}): AnyPage => ({
  title: '餐次',
  kind: 'list',
  places: [{ path, menu: null }],
  fields: {},
  ...part,
});
const file = (name: string, page: AnyPage, view?: string) => ({
  file: `/${name}.page.ts`,
  name: 'default',
  view,
  spec: page,
});

it('makes one lazy entry per place', () => {
  const code = registryCode([
    file(
      'meal',
      spec('/admin/o/meal', {
        places: [
          { path: '/admin/o/meal', menu: null },
          { path: '/admin/c/meal', title: '餐次（项目）', menu: null },
        ],
      }),
      '/meal.view.tsx',
    ),
  ]);
  expect(code).toContain('pages["/admin/o/meal"] = p("餐次", "list", false, false, l0, v0);');
  expect(code).toContain('pages["/admin/c/meal"] = p("餐次（项目）"');
  expect(code).toContain('import("/meal.view.tsx")');
});

it('leads aliases to the page', () => {
  expect(registryCode([file('meal', spec('/admin/o/meal', { aliases: ['/admin/o/meals'] }))])).toContain(
    'aliases["/admin/o/meals"] = "/admin/o/meal";',
  );
});

it('refuses two definitions of one path and names both files', () => {
  expect(() => registryCode([file('a', spec('/admin/x')), file('b', spec('/admin/x'))])).toThrow(
    'path /admin/x is defined twice: /a.page.ts and /b.page.ts',
  );
});

it('keeps the pages of a file in the order it lists them in', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pages-'));
  try {
    const folder = join(root, 'src/domains/some/pages');
    await mkdir(folder, { recursive: true });
    const of = (path: string) => JSON.stringify({ places: [{ path, menu: null }], fields: {} });
    await writeFile(
      join(folder, 'some.page.ts'),
      `export const some = ${of('/admin/some')};
       export const made = ${of('/admin/some/made')};
       export const eaten = ${of('/admin/some/eaten')};
       export default [some, eaten, made];`,
    );
    expect((await readPages(root)).map(({ name }) => name)).toEqual(['some', 'eaten', 'made']);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
