/** How a screen is laid out: wide or tall, whose day, which panels, how long and when each. */

import { Button, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { HmInput } from '../../../../kit/console/widgets/hm-input.tsx';
import { PlainTable } from '../../../../kit/console/widgets/plain-table.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import { type PanelTold, panels } from '../../screens/panel-words.ts';
import type { LinkGrid } from '../read-links.ts';

interface Said {
  ratio: 'WIDE' | 'TALL';
  restaurantId: number | null;
  panels: PanelTold[];
}

export function LayoutDialog({
  screen,
  onSave,
  onClose,
}: {
  screen: LinkGrid['screens'][number];
  onSave(said: Said): Promise<void>;
  onClose(): void;
}) {
  const [said, setSaid] = useState<Said>({
    ratio: screen.ratio,
    restaurantId: screen.restaurantId,
    panels: screen.panels,
  });
  const [busy, setBusy] = useState(false);
  const write = (key: PanelTold['key'], more: Partial<PanelTold>) =>
    setSaid({ ...said, panels: said.panels.map((one) => (one.key === key ? { ...one, ...more } : one)) });
  const move = (i: number, by: number) => {
    const list = [...said.panels];
    const [one] = list.splice(i, 1);
    list.splice(i + by, 0, one!);
    setSaid({ ...said, panels: list });
  };
  const left = panels.filter(({ value }) => !said.panels.some((one) => one.key === value));
  const half = said.panels.some((one) => (one.from === null) !== (one.to === null));
  return (
    <Modal
      open
      width={720}
      title={`版式：${screen.name}`}
      okText="保存"
      okButtonProps={{ disabled: half, loading: busy }}
      onOk={async () => {
        setBusy(true);
        await onSave(said);
        setBusy(false);
      }}
      onCancel={onClose}
    >
      <div className="dl-layout">
        <span>画面</span>
        <Select
          aria-label="画面"
          value={said.ratio}
          options={[
            { value: 'WIDE', label: '横屏 16:9' },
            { value: 'TALL', label: '竖屏 9:16' },
          ]}
          onChange={(ratio) => setSaid({ ...said, ratio })}
        />
        <span>餐厅</span>
        <RefSelect
          label="餐厅"
          placeholder="屏幕所在的餐厅"
          source="/admin/organization/restaurant"
          value={said.restaurantId}
          onChange={(value) => setSaid({ ...said, restaurantId: typeof value === 'number' ? value : null })}
        />
      </div>
      <PlainTable className="dl-table dl-panels" heads={['栏目', '秒', '从', '到', '次序']}>
        {said.panels.map((one, i) => {
          const label = labelIn(panels, one.key);
          return (
            <tr key={one.key}>
              <th scope="row">{label}</th>
              <td>
                <InputNumber
                  aria-label={`${label}停留秒数`}
                  min={5}
                  max={600}
                  precision={0}
                  value={one.seconds}
                  onChange={(value) => write(one.key, { seconds: value ?? 12 })}
                />
              </td>
              <td>
                <HmInput label={`${label}从`} value={one.from} onChange={(from) => write(one.key, { from })} />
              </td>
              <td>
                <HmInput label={`${label}到`} value={one.to} onChange={(to) => write(one.key, { to })} />
              </td>
              <td>
                <Button size="small" type="link" disabled={i === 0} onClick={() => move(i, -1)}>
                  上移
                </Button>
                <Button
                  size="small"
                  type="link"
                  danger
                  onClick={() => setSaid({ ...said, panels: said.panels.filter(({ key }) => key !== one.key) })}
                >
                  移除
                </Button>
              </td>
            </tr>
          );
        })}
      </PlainTable>
      {left.length > 0 ? (
        <p className="dl-left">
          添加：
          {left.map(({ value, label }) => (
            <Button
              key={value}
              size="small"
              onClick={() =>
                setSaid({ ...said, panels: [...said.panels, { key: value, seconds: 12, from: null, to: null }] })
              }
            >
              {label}
            </Button>
          ))}
        </p>
      ) : null}
      {half ? <p role="alert">时段的“从”和“到”要么都填，要么都不填</p> : null}
    </Modal>
  );
}
