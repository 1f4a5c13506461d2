/** One registered page as the shell knows it before its definition is loaded. */
import type { AnyPage, PageKind } from '../../define/page.ts';
import type { View } from '../view.ts';

export interface PageEntry {
  title: string;
  kind: PageKind;
  /** Has it a sibling `/form`? */
  form: boolean;
  /** Open to everyone signed in. */
  everyone: boolean;
  /** The page shows inside the records of the one it lies below, searched by this key. */
  by: string | undefined;
  load(): Promise<{ default: AnyPage }>;
  view?: () => Promise<{ default: View }>;
}
