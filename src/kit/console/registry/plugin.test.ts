/** The registry made from definitions. */
import { expect, it } from 'vitest';
import type { AnyPage } from '../../define/page.ts';
import { registryCode } from './plugin.ts';

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
