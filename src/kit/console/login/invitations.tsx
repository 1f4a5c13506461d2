/** Before there is a session: units ask whether somebody who belongs to none joins them. Plain inputs: it shows without antd. */
import { useState } from 'react';
import type { Invitation } from '../../define/matters.ts';
import { asRefusal, call } from '../http/client.ts';

interface Props {
  ticket: string;
  invitations: readonly Invitation[];
  onDone(accepted: boolean): void;
}

export function Invitations({ ticket, invitations, onDone }: Props) {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const answer = async ({ id, version }: Invitation, accept: boolean) => {
    setBusy(true);
    try {
      const body = { ticket, id, version, accept };
      const { errorcode, errormsg } = await call('/admin/login/invitation', body, { anonymous: true });
      if (errorcode === 0) onDone(accept);
      else setError(errormsg ?? '没有成功，请重新登录');
    } catch (problem) {
      setError(asRefusal(problem).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="邀请">
      <p className="lg-lead">您的账号目前不属于任何单位。接受邀请后以该单位的身份进入。</p>
      {invitations.map((one) => (
        <div key={one.id} className="lg-invitation">
          <b>{one.unit}</b>
          <small>
            {one.unitKind} · {one.by} 邀请{one.roles.length > 0 ? ` · 角色 ${one.roles.join('、')}` : ''}
          </small>
          <button
            type="button"
            className="oc-button oc-button-primary"
            disabled={busy}
            onClick={() => void answer(one, true)}
          >
            接受并进入
          </button>
          <button type="button" className="oc-button" disabled={busy} onClick={() => void answer(one, false)}>
            拒绝
          </button>
        </div>
      ))}
      <p className="lg-error" role="alert">
        {error}
      </p>
    </section>
  );
}
