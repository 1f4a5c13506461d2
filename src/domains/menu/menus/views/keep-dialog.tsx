/** Keeps the week, and those after it, as a template to lay over others. */
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import type { WeekAtHand } from './use-week.ts';

export const sayFailed = (error: unknown) =>
  feedback().message.error(error instanceof Error ? error.message : '没有完成');

export function KeepDialog({ path, at, onClose }: { path: string; at: WeekAtHand; onClose(): void }) {
  const [name, setName] = useState('');
  const [weeks, setWeeks] = useState(1);
  const [restaurantId, setRestaurantId] = useState(at.week.places[0]?.id ?? 0);
  const keep = async () => {
    try {
      await post(path, 'template', { name, weeks, restaurantId, fromWeek: at.week.days[0] });
      feedback().message.success('已存为模板');
      onClose();
    } catch (error) {
      sayFailed(error);
    }
  };
  return (
    <Modal open title="存为模板" okButtonProps={{ disabled: name.trim() === '' }} onOk={keep} onCancel={onClose}>
      <p>从 {at.week.days[0]} 这一周起，连同之后几周已保存的菜品。一周为模板，多周为循环。</p>
      <div className="mw-form">
        <Input
          aria-label="名称"
          placeholder="名称"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          aria-label="餐厅"
          value={restaurantId}
          options={at.week.places.map((one) => ({ value: one.id, label: one.name }))}
          onChange={setRestaurantId}
        />
        <NumberInput label="周数" unit="周" value={weeks} onChange={(n) => setWeeks(typeof n === 'number' ? n : 1)} />
      </div>
    </Modal>
  );
}
