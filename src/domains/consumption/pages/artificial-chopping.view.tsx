/** 人工消费: the wizard; 人工消费详情: a batch with its lines. */
import { type PageProps, view } from '../../../kit/console/view.ts';
import { NewCharge } from '../views/charge-new.tsx';
import { ShownCharge } from '../views/charge-shown.tsx';

export const artificialChopping = view({ formPage: ({ path }: PageProps) => <NewCharge path={path} /> });

/** Reads and acts through the list it belongs to, whose rights it needs. */
export const artificialChoppingDetail = view({
  page: ({ path }: PageProps) => <ShownCharge path={path.replace(/\/deatil_form$/, '')} />,
});
