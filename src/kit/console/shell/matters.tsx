/** Said when the shell starts: who made a password for this account meanwhile, and which unit asks whether one joins it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { OwnMatters, ResetNotice } from '../../define/matters.ts';
import { formatTime } from '../clock.ts';
import { asRefusal } from '../http/client.ts';
import { askMatters, mattersKey, resetState, sayResetsSeen, voidReset } from '../session/matters.ts';
import { feedback } from './feedback.tsx';
import { showOverlay } from './overlays.ts';

function ResetDialog({ resets }: { resets: readonly ResetNotice[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done) feedback().message.success(done);
    } catch (error) {
      feedback().message.error(asRefusal(error).message);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: mattersKey });
    }
  };
  return (
    <Modal
      open
      title="您的密码被他人重置过"
      width={560}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" loading={busy} onClick={() => void run(sayResetsSeen)}>
          知道了
        </Button>
      }
    >
      <ul className="oc-resets" data-part="resets">
        {resets.map((one) => (
          <li key={one.id}>
            <p>
              <b>{one.by}</b> 于 {formatTime(one.at)} 从 {one.ip} 重置了您的密码
            </p>
            <small>{resetState(one)}</small>
            {one.state === 'WAITING' ? (
              <Button danger disabled={busy} onClick={() => void run(() => voidReset(one.id), '临时密码已作废')}>
                不是我要的，作废
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="oc-quiet">如果不是您要求的，请修改密码、开启动态口令，并联系本单位管理员。</p>
    </Modal>
  );
}

export default function Matters() {
  const { data } = useQuery<OwnMatters>({ queryKey: mattersKey, queryFn: askMatters, staleTime: 0 });
  const [later, setLater] = useState(false);
  if (!data) return null;
  const { resets, invitations } = data;
  return (
    <>
      {resets.length > 0 ? <ResetDialog resets={resets} /> : null}
      {invitations.length > 0 && !later ? (
        <p className="oc-banner" data-part="invited">
          「{invitations.map((one) => one.unit).join('」「')}」邀请您加入，待接受。
          <button type="button" onClick={() => showOverlay('identity')}>
            查看邀请
          </button>
          <button type="button" onClick={() => setLater(true)}>
            稍后
          </button>
        </p>
      ) : null}
    </>
  );
}
