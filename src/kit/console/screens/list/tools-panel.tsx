/** The tools over a list: what can be done on the left, how the table looks on the right. */
import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import type { Action } from '../../../define/page.ts';
import type { Button as ListButton } from '../logic/actions.ts';
import { DensityMenu } from './density-menu.tsx';

/** Buttons for the chosen rows that stand side by side; the rest are behind 更多. */
const mostInBar = 4;

export interface ToolsPanelProps {
  buttons: readonly ListButton[];
  onButton: (button: ListButton) => void;
  batch: readonly Action[];
  selected: number;
  onBatch: (action: Action) => void;
  onClearSelection: () => void;
  onImport?: () => void;
  onExport?: () => void;
  onPrint: () => void;
  onCopy: () => void;
  onRefresh: () => void;
  refreshing: boolean;
  /** Page's own slot, grouping, column settings, saved views. */
  extra?: ReactNode;
  settings: ReactNode;
}

export function ToolsPanel(props: ToolsPanelProps) {
  const { batch, selected } = props;
  return (
    <div role="toolbar" aria-label="工具栏" className="k-tools">
      <div className="k-tools-left">
        {props.buttons.map((button) => (
          <Button
            key={button.key}
            type={button.tone === 'primary' ? 'primary' : 'default'}
            danger={button.tone === 'danger'}
            onClick={() => props.onButton(button)}
          >
            {button.label}
          </Button>
        ))}
        {props.onImport ? <Button onClick={props.onImport}>导入</Button> : null}
        {props.onExport ? <Button onClick={props.onExport}>导出</Button> : null}
        <Button onClick={props.onPrint}>打印</Button>
        {props.extra}
        {batch.length > 0 && selected > 0 ? (
          <span className="k-batch">
            <span aria-live="polite">已选 {selected} 项</span>
            <Button type="link" onClick={props.onClearSelection}>
              清除
            </Button>
            {batch.slice(0, mostInBar).map((action) => (
              <Button key={action.key} danger={action.tone === 'danger'} onClick={() => props.onBatch(action)}>
                批量{action.label}
              </Button>
            ))}
            {batch.length > mostInBar ? (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: batch.slice(mostInBar).map((action) => ({
                    key: action.key,
                    label: `批量${action.label}`,
                    danger: action.tone === 'danger',
                    onClick: () => props.onBatch(action),
                  })),
                }}
              >
                <Button>更多 ▾</Button>
              </Dropdown>
            ) : null}
          </span>
        ) : null}
      </div>
      <Button
        type="text"
        aria-label="刷新"
        title="刷新"
        icon={<ReloadOutlined spin={props.refreshing} />}
        onClick={props.onRefresh}
      />
      <Button
        type="text"
        aria-label={selected > 0 ? '复制所选行' : '复制本页'}
        title={selected > 0 ? '复制所选行（可粘贴到表格）' : '复制本页（可粘贴到表格）'}
        icon={<CopyOutlined />}
        onClick={props.onCopy}
      />
      <DensityMenu />
      {props.settings}
    </div>
  );
}
