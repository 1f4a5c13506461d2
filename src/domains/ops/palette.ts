/** The palette's answer: pages of the session's menus, then what the registered searchers find. */
import type { Ctx } from '../../kit/server/context.ts';
import { may } from '../../kit/server/page/grants.ts';
import { type MenuItem, sessionMenus } from '../identity/public.server.ts';
import type { Hit } from '../shell/public.server.ts';

const pagesShown = 8;

function pageHits(menus: readonly MenuItem[], keyword: string, trail: readonly string[] = []): Hit[] {
  return menus.flatMap((menu) =>
    menu.children.length > 0
      ? pageHits(menu.children, keyword, [...trail, menu.name])
      : menu.name.toLowerCase().includes(keyword)
        ? [{ kind: 'page' as const, title: menu.name, hint: trail.join(' / '), path: menu.url }]
        : [],
  );
}

/** Hits for a keyword; none for an empty one. */
export async function palette(ctx: Ctx, keyword: string): Promise<Hit[]> {
  if (keyword === '') return [];
  const [menus, found] = await Promise.all([
    sessionMenus(ctx.services, ctx.session),
    ctx.services.shellBoard.search(ctx, keyword),
  ]);
  const verbs = found.filter(({ kind }) => kind === 'verb');
  const rest = found.filter(({ kind }) => kind !== 'verb');
  return [...verbs, ...pageHits(menus, keyword.toLowerCase()).slice(0, pagesShown), ...rest];
}

/** The first of the paths the session may open; hits must not lead where it may not go. */
export function openPath(ctx: Ctx, paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    const entry = ctx.services.registry.at(path);
    return entry !== undefined && may(ctx.session, entry.page, path, 'query');
  });
}
