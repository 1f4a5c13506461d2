/** The one-time code of one's own account: begun with a QR code, confirmed, switched off. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { feedback } from '../../../kit/console/shell/feedback.tsx';
import { QrCode } from '../../../kit/console/widgets/code-image.tsx';

interface Begun {
  secret: string;
  otpauth: string;
}

function CodeInput({ label, onSubmit }: { label: string; onSubmit: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await onSubmit(code.trim());
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="ui-code">
        <Input
          value={code}
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6 位动态口令"
          aria-label="动态口令"
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it must not take this for its own submit.
            event.preventDefault();
            event.stopPropagation();
            void submit();
          }}
        />
        <Button type="primary" loading={busy} disabled={code.trim().length !== 6} onClick={() => void submit()}>
          {label}
        </Button>
      </div>
      {error ? (
        <p className="k-problem" role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
}

export function TotpCard({ path }: { path: string }) {
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun>();
  const [ending, setEnding] = useState(false);
  const queryKey = [...pageKey(path), 'totp'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => post<{ totp: boolean }>(path, 'get', {}, { signal }),
  });
  const done = async (words: string) => {
    setBegun(undefined);
    setEnding(false);
    feedback().message.success(words);
    await client.invalidateQueries({ queryKey });
  };
  const begin = async () => {
    try {
      setBegun(await post<Begun>(path, 'totp_begin', {}));
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      feedback().message.error(problem.message);
    }
  };
  const on = data?.totp === true;
  return (
    <section className="k-card ui-card" aria-labelledby="ui-totp">
      <h2 id="ui-totp">动态口令</h2>
      <p className="k-help">
        {on
          ? '已开启：登录时除密码外还需输入手机验证器上的 6 位口令。'
          : '开启后，登录时除密码外还需输入手机验证器（如微信小程序“二次验证码”、Microsoft Authenticator）上的 6 位口令。'}
      </p>
      {on && !ending ? <Button onClick={() => setEnding(true)}>关闭动态口令</Button> : null}
      {on && ending ? (
        <CodeInput
          label="确认关闭"
          onSubmit={async (code) => {
            await post(path, 'totp_disable', { code });
            await done('已关闭动态口令');
          }}
        />
      ) : null}
      {data && !on && !begun ? <Button onClick={() => void begin()}>开启动态口令</Button> : null}
      {!on && begun ? (
        <>
          <QrCode size={168} text={begun.otpauth} label="动态口令二维码" />
          <p className="k-help">
            用验证器扫描上面的二维码；不能扫描时手工输入密钥：
            <code className="ui-secret">{begun.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          </p>
          <CodeInput
            label="确认开启"
            onSubmit={async (code) => {
              await post(path, 'totp_enable', { code });
              await done('已开启动态口令，下次登录生效');
            }}
          />
        </>
      ) : null}
    </section>
  );
}
