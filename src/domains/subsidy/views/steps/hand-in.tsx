/** 核对提交: the clerk keys in count and amount from the list in hand; only when they agree the batch is handed in. */
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { can } from '../../../../kit/console/session/can.ts';
import { MoneyInput } from '../../../../kit/console/widgets/money-input.tsx';
import type { StepProps } from './step.ts';

export function HandIn({ path, batch, actions }: StepProps) {
  const [control, setControl] = useState<{ count: number | null; fen: number | string | null }>({
    count: null,
    fen: null,
  });
  return (
    <>
      {can(path, 'recheck') ? (
        <Button onClick={() => void actions.send('recheck', {}, '正在重新校验')}>重新校验</Button>
      ) : null}
      {can(path, 'submit') ? (
        <>
          <span className="sb-control">
            <InputNumber
              aria-label="核对笔数"
              min={0}
              precision={0}
              placeholder="核对笔数"
              value={control.count}
              onChange={(count) => setControl({ ...control, count })}
            />
            <MoneyInput
              label="核对金额"
              placeholder="核对金额"
              value={control.fen}
              onChange={(fen) => setControl({ ...control, fen })}
            />
          </span>
          <Button
            type="primary"
            loading={actions.busy === 'submit'}
            disabled={control.count === null || typeof control.fen !== 'number' || batch.totalCount === 0}
            onClick={() =>
              void actions.send(
                'submit',
                { controlCount: control.count, controlFen: control.fen },
                '已提交，等待另一人审核',
              )
            }
          >
            提交审核
          </Button>
        </>
      ) : null}
    </>
  );
}
