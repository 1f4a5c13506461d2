/** One cell of the permissions: allowed or not, when, with a check or without; for itself, its row or its column. */
import { Checkbox, Input, Modal, Segmented, Switch } from 'antd';
import { useState } from 'react';
import { cellWords, type PermissionCell, wholeDay } from '../cells.ts';

export type Reach = 'CELL' | 'ROW' | 'COLUMN';
type Said = Pick<PermissionCell, 'allowed' | 'weekdays' | 'startTime' | 'endTime' | 'requireCheck'>;

interface Props {
  title: string;
  cell: PermissionCell | undefined;
  /** What holds without a cell of its own, for a worker. */
  inherited: PermissionCell | undefined;
  ofWorker: boolean;
  onSave: (said: Said | null, reach: Reach) => void;
  onClose: () => void;
}

const weekdays = [...'一二三四五六日'].map((label, i) => ({ value: i + 1, label: `周${label}` }));
const dayEnd = '24:00';

export function CellDialog({ title, cell, inherited, ofWorker, onSave, onClose }: Props) {
  const [mode, setMode] = useState(cell ? (cell.allowed ? 'ALLOW' : 'DENY') : ofWorker ? 'POST' : 'DENY');
  const [said, setSaid] = useState<Said>({ ...wholeDay, allowed: true, ...(cell ?? inherited) });
  const [reach, setReach] = useState<Reach>('CELL');
  const put = (change: Partial<Said>) => setSaid({ ...said, ...change });
  const whole = said.startTime === '00:00' && said.endTime === dayEnd;
  const save = () =>
    onSave(mode === 'POST' || (mode === 'DENY' && !ofWorker) ? null : { ...said, allowed: mode === 'ALLOW' }, reach);
  return (
    <Modal
      open
      title={title}
      okText="确定"
      cancelText="取消"
      onOk={save}
      onCancel={onClose}
      okButtonProps={{ disabled: mode === 'ALLOW' && said.weekdays.length === 0 }}
    >
      <div className="kc-form">
        <Segmented
          aria-label="权限"
          value={mode}
          options={[
            ...(ofWorker ? [{ value: 'POST', label: `按岗位（${inherited ? cellWords(inherited) : '不允许'}）` }] : []),
            { value: 'ALLOW', label: '允许' },
            { value: 'DENY', label: '不允许' },
          ]}
          onChange={setMode}
        />
        {mode === 'ALLOW' ? (
          <>
            <Checkbox.Group
              aria-label="星期"
              options={weekdays}
              value={said.weekdays}
              onChange={(days) => put({ weekdays: days.toSorted((a, b) => a - b) })}
            />
            <div className="kc-bar">
              <Switch
                aria-label="全天"
                checked={whole}
                onChange={(all) =>
                  put(all ? { startTime: '00:00', endTime: dayEnd } : { startTime: '05:00', endTime: '20:00' })
                }
              />
              全天
              {whole ? null : (
                <>
                  <Input
                    className="kc-time"
                    aria-label="开始"
                    type="time"
                    value={said.startTime}
                    onChange={(e) => e.target.value && put({ startTime: e.target.value })}
                  />
                  至
                  <Input
                    className="kc-time"
                    aria-label="结束"
                    type="time"
                    value={said.endTime === dayEnd ? '23:59' : said.endTime}
                    onChange={(e) => e.target.value && put({ endTime: e.target.value })}
                  />
                </>
              )}
            </div>
            <div className="kc-bar">
              <Switch
                aria-label="须晨检合格"
                checked={said.requireCheck}
                onChange={(requireCheck) => put({ requireCheck })}
              />
              须当班晨检合格
            </div>
          </>
        ) : null}
        <Segmented<Reach>
          aria-label="应用到"
          value={reach}
          options={[
            { value: 'CELL', label: '这一格' },
            { value: 'ROW', label: '整行（全部区域）' },
            { value: 'COLUMN', label: ofWorker ? '整列（全部人员）' : '整列（全部岗位）' },
          ]}
          onChange={setReach}
        />
      </div>
    </Modal>
  );
}
