/** The buttons that a page's definition gives one record, outside its list. */
import { Button } from 'antd';
import type { AnyPage } from '../../define/page.ts';
import { useActions } from '../screens/list/use-actions.tsx';
import { type AnyRow, rowButtons } from '../screens/logic/actions.ts';
import { can } from '../session/can.ts';

const nothing = () => undefined;

/** The record's buttons as its state allows them, with their dialogs; `hidden` names those that lead here. */
export function RecordButtons(props: { path: string; spec: AnyPage; row: AnyRow; hidden: readonly string[] }) {
  const { path, spec, row, hidden } = props;
  const { run, overlays } = useActions(path, spec, nothing, nothing);
  const buttons = rowButtons(spec, row, (verb) => can(path, verb)).filter((b) => !hidden.includes(b.key));
  return (
    <>
      {buttons.map((button) => (
        <Button
          key={button.key}
          danger={button.tone === 'danger'}
          type={button.tone === 'danger' || button.tone === undefined ? 'default' : 'primary'}
          disabled={button.reason !== undefined}
          title={button.reason ?? ''}
          onClick={() => run(button, row)}
        >
          {button.label}
        </Button>
      ))}
      {overlays}
    </>
  );
}
