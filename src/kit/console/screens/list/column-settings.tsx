/** Which columns show, in which order, pinned where; kept per person. Dragging or the arrow keys move a column. */

import { HolderOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { FirstPress } from '../../widgets/first-press.tsx';
import { type Column, type ColumnPrefs, mergeColumns, moveColumn, prefsOf } from '../logic/columns.ts';

interface Props {
  spec: AnyPage;
  columns: readonly Column[];
  /** Keys of columns the window has no room for. */
  folded: readonly string[];
  onChange: (prefs: Record<string, ColumnPrefs>) => void;
}

export function ColumnSettings(props: Props) {
  const count = props.folded.length;
  const title = count > 0 ? `列设置（窗口较窄，收起 ${count} 列）` : '列设置';
  const icon = (
    <>
      <SettingOutlined />
      {count > 0 ? <sup className="k-folded-count" data-count={count} aria-hidden="true" /> : null}
    </>
  );
  return (
    <FirstPress button={{ type: 'text', 'aria-label': title, title, icon }}>
      {(button) => <Settings {...props} button={button} />}
    </FirstPress>
  );
}

function Settings({ button, ...props }: Props & { button: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="列设置"
      open={open}
      onOpenChange={setOpen}
      content={open ? <ColumnList {...props} /> : null}
    >
      {button}
    </Popover>
  );
}

function ColumnList({ spec, columns, folded, onChange }: Props) {
  const [dragged, setDragged] = useState<string | null>(null);
  const put = (next: readonly Column[]) => onChange(prefsOf(spec, next));
  const change = (key: string, part: Partial<Column>) =>
    put(columns.map((c) => (c.key === key ? { ...c, ...part } : c)));
  const step = (key: string, by: -1 | 1) => {
    const at = columns.findIndex((c) => c.key === key);
    const before = by < 0 ? columns[at - 1]?.key : (columns[at + 2]?.key ?? null);
    if (before !== undefined && at + by < columns.length) put(moveColumn(columns, key, before));
  };
  const shown = columns.filter((c) => !c.hidden).length;
  return (
    <div className="k-columns">
      <ul>
        {columns.map((column) => (
          <li
            key={column.key}
            className={dragged === column.key ? 'k-dragged' : ''}
            draggable
            onDragStart={() => setDragged(column.key)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged && put(moveColumn(columns, dragged, column.key))}
            onDragEnd={() => setDragged(null)}
          >
            <button
              type="button"
              className="k-icon-button k-grab"
              aria-label={`移动 ${column.label}，用上下方向键`}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                event.preventDefault();
                step(column.key, event.key === 'ArrowUp' ? -1 : 1);
              }}
            >
              <HolderOutlined />
            </button>
            <Checkbox
              checked={!column.hidden}
              disabled={!column.hidden && shown === 1}
              onChange={(event) => change(column.key, { hidden: !event.target.checked })}
            >
              {column.label}
            </Checkbox>
            {folded.includes(column.key) ? (
              <button
                type="button"
                className="k-link-button"
                title="窗口较窄时也显示，表格可以左右滚动"
                onClick={() => change(column.key, { keep: true })}
              >
                已收起，仍要显示
              </button>
            ) : null}
            <button
              type="button"
              className="k-icon-button"
              aria-pressed={column.pin === 'left'}
              aria-label={`固定 ${column.label} 在左侧`}
              title={column.pin === 'left' ? '取消固定' : '固定在左侧'}
              onClick={() => change(column.key, { pin: column.pin === 'left' ? null : 'left' })}
            >
              {column.pin === 'left' ? <PushpinFilled /> : <PushpinOutlined />}
            </button>
          </li>
        ))}
      </ul>
      <Button type="link" onClick={() => onChange(prefsOf(spec, mergeColumns(spec)))}>
        恢复默认
      </Button>
    </div>
  );
}
