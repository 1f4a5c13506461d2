/** Saved views of a list: own ones and those shared in the unit. Choosing one takes over its filter. */
import { StarOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Input, Popover, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { type ViewSchedule, viewSchedules } from '../../../define/relative-days.ts';
import { labelIn } from '../../../define/states.ts';
import { ApiError } from '../../http/client.ts';
import { FirstPress } from '../../widgets/first-press.tsx';
import type { Search } from '../logic/search-url.ts';
import type { NewView, SavedView } from './use-list-prefs.ts';

interface Props {
  views: readonly SavedView[];
  search: Search;
  onApply: (search: Search) => void;
  onSave: (view: NewView) => Promise<void>;
  /** The list can be written as a file by itself. */
  exports: boolean;
  onRemove: (id: number) => Promise<void>;
}

export function SavedViews(props: Props) {
  return (
    <FirstPress
      button={{
        type: 'text',
        className: 'k-on-phones',
        'aria-label': '常用查询',
        title: '常用查询',
        icon: <StarOutlined />,
      }}
    >
      {(button) => <Views {...props} button={button} />}
    </FirstPress>
  );
}

function Views({ button, ...props }: Props & { button: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="常用查询"
      open={open}
      onOpenChange={setOpen}
      content={open ? <ViewList {...props} onDone={() => setOpen(false)} /> : null}
    >
      {button}
    </Popover>
  );
}

function ViewList({ views, search, exports, onApply, onSave, onRemove, onDone }: Props & { onDone: () => void }) {
  const { message } = App.useApp();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [schedule, setSchedule] = useState<ViewSchedule | null>(null);
  const [sendTo, setSendTo] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await work();
      message.success(done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    run(async () => {
      await onSave({ name: name.trim(), shared, search, schedule, sendTo });
      setName('');
      setSchedule(null);
      setSendTo('');
    }, '已保存为常用查询');
  return (
    <div className="k-views">
      {views.length === 0 ? <p className="k-help">还没有保存过。设好条件后，在下面起个名字保存。</p> : null}
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className="k-link"
              onClick={() => {
                onApply(view.search);
                onDone();
              }}
            >
              {view.name}
            </button>
            {view.shared ? <small className="k-muted">共享</small> : null}
            {view.schedule ? (
              <small className="k-muted" title={view.sendTo || '存入导出中心'}>
                {labelIn(viewSchedules, view.schedule)}
                {view.sendTo ? '邮件' : '存档'}
              </small>
            ) : null}
            <span className="k-spacer" />
            {view.own ? (
              <button
                type="button"
                className="k-link k-link-danger"
                aria-label={`删除常用查询 ${view.name}`}
                disabled={busy}
                onClick={() => run(() => onRemove(view.id), '已删除')}
              >
                删除
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {exports ? (
        <div className="k-views-new">
          <Select<ViewSchedule | ''>
            aria-label="自动生成"
            value={schedule ?? ''}
            options={[{ value: '', label: '不自动生成文件' }, ...viewSchedules]}
            onChange={(next) => setSchedule(next === '' ? null : next)}
          />
          {schedule === null ? null : (
            <Input
              aria-label="收件邮箱"
              placeholder="邮箱，留空只存入导出中心"
              maxLength={200}
              value={sendTo}
              onChange={(event) => setSendTo(event.target.value)}
            />
          )}
        </div>
      ) : null}
      <div className="k-views-new">
        <Input
          aria-label="名称"
          placeholder="给当前条件起个名字"
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => name.trim() && save()}
        />
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          共享
        </Checkbox>
        <Button type="primary" disabled={name.trim() === ''} loading={busy} onClick={save}>
          保存
        </Button>
      </div>
    </div>
  );
}
