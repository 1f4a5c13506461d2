/** 生成收款码: its button; the dialog comes when it is pressed. */
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../../kit/console/errors/chunk-reload.ts';
import { can } from '../../../kit/console/session/can.ts';
import type { SlotProps } from '../../../kit/console/view.ts';

const PayCodeDialog = lazy(() => loadChunk(() => import('./pay-code-dialog.tsx')));

export function PayCode({ path }: SlotProps) {
  const [shown, setShown] = useState(false);
  if (!can(path, 'pay_code')) return null;
  return (
    <>
      <Button onClick={() => setShown(true)}>生成收款码</Button>
      {shown ? (
        <Suspense fallback={null}>
          <PayCodeDialog path={path} onClose={() => setShown(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
