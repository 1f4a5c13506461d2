/** Units that ask whether one joins their staff, each with a yes and a no. */
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Invitation } from '../../define/matters.ts';
import { formatTime } from '../clock.ts';
import { asRefusal } from '../http/client.ts';
import { answerInvitation, mattersKey } from '../session/matters.ts';
import { confirmAction, feedback } from './feedback.tsx';

export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const answer = async (one: Invitation, accept: boolean) => {
    if (!accept && !(await confirmAction(`确定拒绝加入「${one.unit}」？`, { okText: '拒绝' }))) return;
    setBusy(one.id);
    try {
      await answerInvitation(one, accept);
      feedback().message.success(accept ? `已加入「${one.unit}」，可在切换身份中使用` : `已拒绝「${one.unit}」的邀请`);
    } catch (error) {
      feedback().message.error(asRefusal(error).message);
    } finally {
      setBusy(undefined);
      await Promise.all([
        client.invalidateQueries({ queryKey: mattersKey }),
        client.invalidateQueries({ queryKey: ['identities'] }),
      ]);
    }
  };
  return (
    <ul className="oc-invitations" data-part="invitations">
      {invitations.map((one) => (
        <li key={one.id}>
          <span>
            <b>{one.unit}</b>
            <em>待接受</em>
            <small>
              {one.unitKind} · {one.by} 邀请
              {one.jobTitle ? ` · 岗位 ${one.jobTitle}` : ''}
              {one.roles.length > 0 ? ` · 角色 ${one.roles.join('、')}` : ''}
            </small>
            <small>
              {formatTime(one.until)} 前有效；接受前对方看不到您的手机号和登录情况，您也不能以该单位身份操作
            </small>
          </span>
          <Button type="primary" loading={busy === one.id} onClick={() => void answer(one, true)}>
            接受
          </Button>
          <Button disabled={busy === one.id} onClick={() => void answer(one, false)}>
            拒绝
          </Button>
        </li>
      ))}
    </ul>
  );
}
