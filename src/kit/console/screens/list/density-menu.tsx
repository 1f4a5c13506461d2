/** How high the rows of a table are. */
import { ColumnHeightOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type ReactElement, useState } from 'react';
import { FirstPress } from '../../widgets/first-press.tsx';
import type { Density } from '../logic/columns.ts';

const densities: readonly { key: Density; label: string }[] = [
  { key: 'small', label: '紧凑' },
  { key: 'middle', label: '适中' },
  { key: 'large', label: '宽松' },
];

interface Props {
  density: Density;
  onDensity: (density: Density) => void;
}

export function DensityMenu(props: Props) {
  return (
    <FirstPress button={{ type: 'text', 'aria-label': '行高', title: '行高', icon: <ColumnHeightOutlined /> }}>
      {(button) => <Menu {...props} button={button} />}
    </FirstPress>
  );
}

function Menu({ density, onDensity, button }: Props & { button: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{
        selectable: true,
        selectedKeys: [density],
        items: densities.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => onDensity(key as Density),
      }}
    >
      {button}
    </Dropdown>
  );
}
