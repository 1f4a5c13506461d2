/** Bounds of a cabinet's alarm and the correction of its sensor. */
import { Alert, DatePicker, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import type { CabinetCard } from '../cabinets.ts';

const ten = (value: number | null) => Math.round((value ?? 0) * 10);

export function SetupDialog({
  path,
  card,
  onClose,
  onDone,
}: {
  path: string;
  card: CabinetCard;
  onClose(): void;
  onDone(): void;
}) {
  const [min, setMin] = useState<number | null>(card.min10 / 10);
  const [max, setMax] = useState<number | null>(card.max10 / 10);
  const [offset, setOffset] = useState<number | null>(card.offset10 / 10);
  const [date, setDate] = useState<string | null>(card.offsetDate);
  const [proof, setProof] = useState(card.offsetProof);
  const [refused, setRefused] = useState<string>();
  const save = async () => {
    setRefused(undefined);
    try {
      await post(path, 'setup', {
        deviceId: card.id,
        min10: ten(min),
        max10: ten(max),
        offset10: ten(offset),
        offsetDate: date,
        offsetProof: proof,
      });
      onDone();
      onClose();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : '没有保存');
    }
  };
  return (
    <Modal open title={`设置 ${card.name}`} okText="保存" cancelText="取消" onOk={save} onCancel={onClose}>
      {refused ? <Alert type="error" showIcon title={refused} /> : null}
      <div className="cb-bar">
        报警温度
        <InputNumber aria-label="下限" min={-5} max={10} step={0.5} value={min} onChange={setMin} suffix="℃" />
        至
        <InputNumber aria-label="上限" min={0} max={8} step={0.5} value={max} onChange={setMax} suffix="℃" />
      </div>
      <div className="cb-bar">
        传感器校准
        <InputNumber aria-label="校准" min={-5} max={5} step={0.1} value={offset} onChange={setOffset} suffix="℃" />
        <DatePicker
          aria-label="校准日期"
          placeholder="校准日期"
          value={date ? dayjs(date) : null}
          onChange={(day) => setDate(day?.format('YYYY-MM-DD') ?? null)}
        />
        <Input
          aria-label="校准依据"
          placeholder="依据：证书号或比对记录"
          maxLength={100}
          style={{ width: 220 }}
          value={proof}
          onChange={(event) => setProof(event.target.value)}
        />
      </div>
      <p className="k-help">读数加上校准值后存入；从校准日期起生效，已存的读数不变。</p>
    </Modal>
  );
}
