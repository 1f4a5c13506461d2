/** The default screen of a page: list or report, form, settings. Each engine is a chunk of its own. */
import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { AnyPage, PageKind } from '../../define/page.ts';
import type { View } from '../view.ts';
import type { ScreenProps } from './screen-props.ts';
import '../widgets/widgets.css';
import './screens.css';

export interface Props {
  path: string;
  spec: AnyPage;
  view: View | undefined;
  /** The sibling `/form` of the page. */
  form: boolean;
}

const fetchers = {
  list: () => import('./list/list-screen.tsx'),
  form: () => import('./form/form-screen.tsx'),
  settings: () => import('./form/settings-screen.tsx'),
};
type EngineName = keyof typeof fetchers;

const lazies: Record<EngineName, ComponentType<ScreenProps>> = {
  list: lazy(fetchers.list),
  form: lazy(fetchers.form),
  settings: lazy(fetchers.settings),
};
const ready: Partial<Record<EngineName, ComponentType<ScreenProps>>> = {};

const engineOf = (kind: PageKind, form: boolean): EngineName =>
  form ? 'form' : kind === 'settings' ? 'settings' : 'list';

/**
 * Fetches the engine of a page before it shows. React holds back what follows a fallback for 300 ms; an engine that
 * is there already needs no fallback.
 */
export async function prepareScreen(kind: PageKind, form: boolean): Promise<void> {
  const name = engineOf(kind, form);
  ready[name] ??= (await fetchers[name]()).default;
}

export default function Screen({ path, spec, view, form }: Props) {
  const name = engineOf(spec.kind, form);
  const [Engine] = useState(() => ready[name] ?? lazies[name]);
  return (
    <Suspense fallback={<Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />}>
      <Engine path={path} spec={spec} view={view} />
    </Suspense>
  );
}
