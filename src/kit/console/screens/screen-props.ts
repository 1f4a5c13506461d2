/** What every screen made from a definition receives. */
import type { AnyPage } from '../../define/page.ts';
import type { View } from '../view.ts';

export interface ScreenProps {
  /** The place the page is seen from; its calls and rights go by it. */
  path: string;
  spec: AnyPage;
  view: View | undefined;
}
