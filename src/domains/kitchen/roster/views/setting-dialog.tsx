/** 班次与晨检设置: temperatures that are well, shifts, what a door does that is cut off. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import type { KitchenSetting } from '../../setting.ts';

function Shifts({
  value,
  onChange,
}: {
  value: KitchenSetting['shifts'];
  onChange: (next: KitchenSetting['shifts']) => void;
}) {
  const put = (at: number, change: Partial<KitchenSetting['shifts'][number]>) =>
    onChange(value.map((shift, i) => (i === at ? { ...shift, ...change } : shift)));
  return (
    <div className="kc-lines">
      {value.map((shift, i) => [
        <Input
          key={`${i}n`}
          aria-label={`班次 ${i + 1} 名称`}
          maxLength={20}
          value={shift.name}
          onChange={(e) => put(i, { name: e.target.value })}
        />,
        <Input
          key={`${i}s`}
          aria-label={`班次 ${i + 1} 开始`}
          type="time"
          value={shift.start}
          onChange={(e) => put(i, { start: e.target.value })}
        />,
        <Input
          key={`${i}e`}
          aria-label={`班次 ${i + 1} 结束`}
          type="time"
          value={shift.end}
          onChange={(e) => put(i, { end: e.target.value })}
        />,
        <Button key={`${i}x`} type="link" danger onClick={() => onChange(value.filter((_, at) => at !== i))}>
          删除
        </Button>,
      ])}
      <Button
        disabled={value.length >= 12}
        onClick={() => onChange([...value, { name: '', start: '06:00', end: '14:00' }])}
      >
        添加班次
      </Button>
    </div>
  );
}

export function SettingDialog({ path, onClose }: { path: string; onClose(): void }) {
  const queries = useQueryClient();
  const [edited, setEdited] = useState<KitchenSetting>();
  const [refused, setRefused] = useState('');
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'setting'],
    queryFn: ({ signal }) => post<KitchenSetting>(path, 'setting', {}, { signal }),
    retry: false,
  });
  const value = edited ?? data;
  const put = (change: Partial<KitchenSetting>) => value && setEdited({ ...value, ...change });
  const mayEdit = can(path, 'set');
  const save = async () => {
    try {
      await post(path, 'set', value);
      await queries.invalidateQueries({ queryKey: pageKey(path) });
      feedback().message.success('已保存');
      onClose();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : '没有保存');
    }
  };
  const degrees = (key: 'temp10Min' | 'temp10Max', label: string) => (
    <NumberInput
      label={label}
      unit="℃"
      digits={1}
      value={value ? value[key] / 10 : null}
      onChange={(next) => typeof next === 'number' && put({ [key]: Math.round(next * 10) })}
    />
  );
  return (
    <Modal
      open
      title="班次与晨检设置"
      okText="保存"
      cancelText="关闭"
      width={560}
      okButtonProps={{ disabled: !mayEdit || !edited }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {refused ? <Alert type="error" showIcon title={refused} /> : null}
      {value ? (
        <div className="k-page">
          <div className="kc-bar">
            正常体温 {degrees('temp10Min', '体温下限')} 至 {degrees('temp10Max', '体温上限')}
          </div>
          <div className="kc-bar">
            <Switch aria-label="断网放行" checked={value.grace} onChange={(grace) => put({ grace })} />
            断网的门在晨检结果送达之前，放行当班且健康证有效的人员，记为“断网放行”
          </div>
          <div>班次（结束不晚于开始的，到次日结束；已排的班不变）</div>
          <Shifts value={value.shifts} onChange={(shifts) => put({ shifts })} />
        </div>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}
