/** How high the rows of tables are: chosen on any of them, for all. */
import { ColumnHeightOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type ReactElement, useState } from 'react';
import { type Density, densities } from '../../../define/looks.ts';
import { chooseLooks, useLooks } from '../../session/looks.ts';
import { FirstPress } from '../../widgets/first-press.tsx';

const words: Record<Density, string> = { small: '紧凑', middle: '适中', large: '宽松' };

/** The height rows have until somebody chooses another. */
export const useDensity = (): Density => useLooks().density ?? 'small';

export function DensityMenu() {
  return (
    <FirstPress button={{ type: 'text', 'aria-label': '行高', title: '行高', icon: <ColumnHeightOutlined /> }}>
      {(button) => <Menu button={button} />}
    </FirstPress>
  );
}

function Menu({ button }: { button: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{
        selectable: true,
        selectedKeys: [useDensity()],
        items: densities.map((key) => ({ key, label: words[key] })),
        onClick: ({ key }) => chooseLooks({ density: key as Density }),
      }}
    >
      {button}
    </Dropdown>
  );
}
