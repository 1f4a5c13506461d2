/** 批量纠错: the wizard, and the batch with its lines. */
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { type PageProps, view } from '../../../kit/console/view.ts';
import { NewCorrectionBatch } from '../views/correct-batch-new.tsx';
import { ShownCorrectionBatch } from '../views/correct-batch-shown.tsx';

function Batch(props: PageProps) {
  const { id = '' } = useTab().query;
  return /^\d+$/.test(id) ? (
    <ShownCorrectionBatch {...props} id={Number(id)} />
  ) : (
    <NewCorrectionBatch path={props.path} />
  );
}

export default view({ formPage: Batch });
