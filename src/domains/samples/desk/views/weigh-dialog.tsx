/** 整餐称重: the dishes of a meal that wait, net grams one below the other; what is too light says by how much. */
import { Alert, Input, InputNumber, Modal } from 'antd';
import { useRef, useState } from 'react';
import { clock } from '../../../../kit/console/clock.ts';
import { ApiError, post } from '../../../../kit/console/http/client.ts';
import { newRequestKey } from '../../../../kit/console/screens/form/request-key.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { MatrixCell } from '../matrix.ts';

export interface ToWeigh {
  dish: string;
  place: string;
  cell: MatrixCell;
}

interface Typed {
  grams: number | null;
  weighReason: string;
  cell: string;
}

const empty: Typed = { grams: null, weighReason: '', cell: '' };

export function WeighDialog({
  path,
  title,
  waiting,
  onClose,
  onDone,
}: {
  path: string;
  title: string;
  waiting: readonly ToWeigh[];
  onClose(): void;
  onDone(): void;
}) {
  const [typed, setTyped] = useState<Readonly<Record<number, Typed>>>({});
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = useRef(newRequestKey());
  const of = (id: number) => typed[id] ?? empty;
  const put = (id: number, part: Partial<Typed>) =>
    setTyped((all) => ({ ...all, [id]: { ...empty, ...all[id], ...part } }));
  const filled = waiting.filter(({ cell }) => of(cell.id).grams !== null);
  const late = (cell: MatrixCell) => clock.now() > Date.parse(cell.windowTo);
  const lacks = (cell: MatrixCell) => {
    const { grams, weighReason } = of(cell.id);
    return grams !== null && weighReason.trim().length < 2 && (grams < cell.minGrams || late(cell));
  };
  const send = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      const samples = filled.map(({ cell }) => ({
        id: cell.id,
        ...of(cell.id),
        cell: of(cell.id).cell.trim() || null,
      }));
      await post(path, 'weighAll', { samples }, { requestKey: key.current });
      feedback().message.success(`已称重 ${samples.length} 份`);
      onDone();
      onClose();
    } catch (error) {
      key.current = newRequestKey();
      setRefused(error instanceof ApiError ? error.message : '没有保存，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={880}
      style={{ top: 24 }}
      okText={filled.length > 0 ? `保存 ${filled.length} 份` : '保存'}
      cancelText="取消"
      okButtonProps={{ disabled: filled.length === 0 || filled.some(({ cell }) => lacks(cell)) }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={send}
      onCancel={onClose}
    >
      {refused ? <Alert type="error" showIcon title={refused} /> : null}
      <div className="sm-weigh">
        <table>
          <thead>
            <tr>
              <th scope="col">品名</th>
              <th scope="col">净重（克）</th>
              <th scope="col">格口</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ dish, place, cell }) => {
              const { grams, weighReason, cell: box } = of(cell.id);
              const short = grams === null ? 0 : cell.minGrams - grams;
              return (
                <tr key={cell.id}>
                  <th scope="row">
                    {dish}
                    {cell.batch > 1 ? `（第 ${cell.batch} 批）` : ''}
                    <br />
                    <small>
                      {place} · {cell.sampleNo}
                    </small>
                  </th>
                  <td>
                    <InputNumber
                      aria-label={`${dish} 净重`}
                      min={1}
                      max={20_000}
                      precision={0}
                      inputMode="numeric"
                      placeholder={`≥ ${cell.minGrams}`}
                      value={grams}
                      onChange={(value) => put(cell.id, { grams: value })}
                    />
                    {short > 0 ? <p className="sm-short">还差 {short} 克</p> : null}
                    {grams !== null && late(cell) ? <p className="sm-short">已过留样时段</p> : null}
                  </td>
                  <td>
                    <Input
                      aria-label={`${dish} 格口`}
                      placeholder="A1"
                      maxLength={10}
                      style={{ width: 80 }}
                      value={box}
                      onChange={(event) => put(cell.id, { cell: event.target.value })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${dish} 说明`}
                      placeholder={lacks(cell) ? '量不足或超时的原因' : ''}
                      maxLength={200}
                      status={lacks(cell) ? 'error' : ''}
                      value={weighReason}
                      onChange={(event) => put(cell.id, { weighReason: event.target.value })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
