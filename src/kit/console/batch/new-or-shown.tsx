/** The page of a batch: the one its address names, or a new one. */
import type { ComponentType } from 'react';
import { useTab } from '../nav/use-tab.ts';
import type { PageProps } from '../view.ts';

/** The id in a tab's address; undefined when it names none. */
export function useRecordId(): number | undefined {
  const { id = '' } = useTab().query;
  return /^\d+$/.test(id) ? Number(id) : undefined;
}

/** Makes the page of the screen that hands a batch in and the one that shows it. */
export const newOrShown = (New: ComponentType<PageProps>, Shown: ComponentType<PageProps & { id: number }>) =>
  function Batch(props: PageProps) {
    const id = useRecordId();
    return id === undefined ? <New {...props} /> : <Shown {...props} id={id} />;
  };
