/** The buttons of a record, in the drawer and on its own page: the first ones side by side, those of groups behind the group's name. */
import { Button as AntButton, Dropdown } from 'antd';
import { menuItems, type RowActionsHost } from '../list/row-actions.tsx';
import { type AnyRow, type Button, grouped, splitButtons } from '../logic/actions.ts';

const mostButtons = 5;

/** Those that can be pressed, and the first ones even if they cannot. */
function shownOf(buttons: readonly Button[]): Button[] {
  const { visible, more } = splitButtons(buttons);
  return [...visible, ...more].filter((b, i) => i < 2 || b.reason === undefined).slice(0, mostButtons);
}

interface Props {
  host: RowActionsHost;
  row: AnyRow;
  /** Before a button runs. */
  onRun?: () => void;
}

export function RecordButtons({ host, row, onRun }: Props) {
  const all = host.buttonsOf(row).filter((button) => button.key !== 'view');
  const groups = grouped(all);
  const plain = groups.find(({ group }) => group === '')?.buttons ?? [];
  const run = (button: Button) => {
    onRun?.();
    host.run(button, row);
  };
  return (
    <>
      {shownOf(plain).map((button) => (
        <AntButton
          key={button.key}
          danger={button.tone === 'danger'}
          disabled={button.reason !== undefined}
          title={button.reason ?? ''}
          onClick={() => run(button)}
        >
          {button.label}
        </AntButton>
      ))}
      {groups
        .filter(({ group }) => group !== '')
        .map(({ group, buttons }) => (
          <Dropdown
            key={group}
            trigger={['click']}
            autoFocus
            menu={{
              items: menuItems(
                buttons.map((one) => ({ ...one, ...(one.action && { action: { ...one.action, group: '' } }) })),
              ),
              onClick: ({ key }) => {
                const button = buttons.find((one) => one.key === key);
                if (button) run(button);
              },
            }}
          >
            <AntButton aria-haspopup="menu">{group} ▾</AntButton>
          </Dropdown>
        ))}
    </>
  );
}
