/** What is asked before a form is saved: from which day its rule holds, with what that does, and a second person's hand. */
import { date, type Fields } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import { fromKey, type Versions } from '../../../define/versions.ts';
import { clock, formatDate } from '../../clock.ts';
import ActionDialog from './action-dialog.tsx';
import { askedWitness } from './asked-witness.ts';
import { ForeseenView } from './foreseen-view.tsx';

/** The day it is for versions that begin at `dayBegins`. */
function versionToday({ dayBegins = '00:00' }: Versions): string {
  const [hours = 0, minutes = 0] = dayBegins.split(':').map(Number);
  return formatDate(clock.now() - (hours * 60 + minutes) * 60_000);
}

export default function SaveDialog(props: {
  path: string;
  spec: AnyPage;
  id: number | undefined;
  /** The values as they will be sent. */
  values: Record<string, unknown>;
  verb: string;
  onSubmit: (more: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const { path, spec, id, values, verb, onSubmit, onClose } = props;
  const { versions } = spec;
  const begins = versions?.dayBegins && versions.dayBegins !== '00:00' ? ` ${versions.dayBegins} ` : '';
  const fields: Fields = versions
    ? {
        [fromKey]: date('生效日期', {
          required: true,
          width: 200,
          help: `今天表示立即生效；选以后的日期，到那天${begins}起生效，之前可在「版本」中撤回。已经发生的按当时的规则`,
        }),
      }
    : {};
  return (
    <ActionDialog
      path={path}
      title={verb}
      fields={fields}
      note={versions?.foresees ? <ForeseenView path={path} id={id} values={values} /> : undefined}
      row={undefined}
      start={versions ? { [fromKey]: versionToday(versions) } : undefined}
      danger={false}
      okText={verb}
      witness={askedWitness(spec, spec.form?.witness)}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
