/** Choosing another identity of the same account, and answering units that offer one. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { ApiError } from '../http/client.ts';
import { accountType, useAdmin } from '../session/admin.ts';
import { type Identity, listIdentities, switchIdentity } from '../session/identity.ts';
import { askMatters, mattersKey } from '../session/matters.ts';
import { feedback } from './feedback.tsx';
import { InvitationList } from './invitation-list.tsx';

export default function IdentityDialog({ onClose }: { onClose(): void }) {
  const admin = useAdmin();
  const identities = useQuery({ queryKey: ['identities'], queryFn: listIdentities, staleTime: 0 });
  const matters = useQuery({ queryKey: mattersKey, queryFn: askMatters, staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const choose = async (identity: Identity) => {
    setBusy(true);
    try {
      await switchIdentity(identity);
    } catch (error) {
      setBusy(false);
      feedback().message.error(error instanceof ApiError ? error.message : '切换失败，请稍后再试');
    }
  };
  const isCurrent = (identity: Identity) =>
    identity.type === accountType(admin) && (identity.name === admin.belong?.name || identity.id === admin.id);
  return (
    <Modal open title="切换身份" width={520} footer={null} onCancel={onClose}>
      <p className="oc-quiet">切换后已打开的页面会全部关闭，未保存的内容不会保留。</p>
      {identities.isPending ? <p className="oc-quiet">正在载入…</p> : null}
      {identities.isError ? (
        <p className="oc-quiet" role="alert">
          {identities.error.message}
        </p>
      ) : null}
      <ul className="oc-identities">
        {identities.data?.map((identity) => {
          const current = isCurrent(identity);
          return (
            <li key={`${identity.type}:${identity.id}`}>
              <button type="button" disabled={busy || current} onClick={() => void choose(identity)}>
                <b>{identity.name}</b>
                <span>{identity.label}</span>
                {current ? <em>当前</em> : null}
              </button>
            </li>
          );
        })}
      </ul>
      {matters.data?.invitations.length ? <InvitationList invitations={matters.data.invitations} /> : null}
      {identities.data?.length === 0 ? <p className="oc-quiet">该账号没有其他身份。</p> : null}
    </Modal>
  );
}
