/** The default screen of a page: list or report, form, settings. Each engine is a chunk of its own. */
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { AnyPage } from '../../define/page.ts';
import type { View } from '../view.ts';
import './screens.css';

const ListScreen = lazy(() => import('./list/list-screen.tsx'));
const FormScreen = lazy(() => import('./form/form-screen.tsx'));
const SettingsScreen = lazy(() => import('./form/settings-screen.tsx'));

export interface Props {
  path: string;
  spec: AnyPage;
  view: View | undefined;
  /** The sibling `/form` of the page. */
  form: boolean;
}

export default function Screen({ path, spec, view, form }: Props) {
  const Engine = form ? FormScreen : spec.kind === 'settings' ? SettingsScreen : ListScreen;
  return (
    <Suspense fallback={<Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />}>
      <Engine path={path} spec={spec} view={view} />
    </Suspense>
  );
}
