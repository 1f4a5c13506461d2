/** Signing in: account and password, a one-time code when the account asks for it, a new password when it must. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Invitation } from '../../define/matters.ts';
import { ApiError, call } from '../http/client.ts';
import { loadSite, type Site } from '../http/site.ts';
import { preloadAdmin } from '../session/load-admin.ts';
import { destination } from './destination.ts';
import { Drawing } from './drawing.tsx';
import { Field } from './field.tsx';
import { Invitations } from './invitations.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import './login.css';

/** Nobody's staff any more: who asks whether one joins, and the ticket to answer with. */
interface Invited {
  ticket: string;
  invitations: Invitation[];
}

interface SignedIn {
  id: number;
  name: string;
  type?: string | null;
  mustChangePassword?: boolean;
}

type Step = 'password' | 'code' | 'change' | 'invited';

/** The session ended because nobody worked in it. */
const leftIdle = () => new URLSearchParams(window.location.search).get('why') === 'idle';

/** errorcode that asks for the one-time code. */
const codeNeeded = 1012;

export interface LoginProps {
  title: string;
  /** Starts fetching the shell's code; called once somebody begins to type. */
  warmUp(): void;
  onSignedIn(path: string): void;
}

export default function LoginPage({ title, warmUp, onSignedIn }: LoginProps) {
  const [step, setStep] = useState<Step>('password');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [invited, setInvited] = useState<Invited>();
  const [site, setSite] = useState<Site>();
  const codeInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void loadSite().then(setSite);
  }, []);
  useEffect(() => {
    if (step === 'code') codeInput.current?.focus();
  }, [step]);

  const enter = () => onSignedIn(destination(window.location.search));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (account.trim() === '' || password === '') {
      setError(account.trim() === '' ? '请输入账号' : '请输入密码');
      return;
    }
    setBusy(true);
    setError('');
    try {
      const body = { account: account.trim(), password, ...(step === 'code' ? { code: code.trim() } : {}) };
      const answer = await call<SignedIn | Invited>('/admin/login', body, { anonymous: true });
      if (answer.errorcode === codeNeeded) {
        if (step === 'code') setError(answer.errormsg || '动态口令不正确');
        setStep('code');
      } else if (answer.errorcode !== 0) setError(answer.errormsg || '登录失败，请稍后再试');
      else if (answer.data && 'ticket' in answer.data) {
        setInvited(answer.data);
        setStep('invited');
      } else if (answer.data?.mustChangePassword) setStep('change');
      else {
        preloadAdmin();
        enter();
      }
    } catch (problem) {
      setError(problem instanceof ApiError ? problem.message : '登录失败，请稍后再试');
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="lg-page">
      <div className="lg-art" aria-hidden="true">
        <Drawing />
      </div>
      <div className="lg-side">
        <main className="lg-box" data-page="/login" onInput={warmUp}>
          <h1 className="lg-title">{site?.name ?? title}</h1>
          {step === 'invited' && invited ? (
            <Invitations {...invited} onDone={(accepted) => (accepted ? enter() : setStep('password'))} />
          ) : step === 'change' ? (
            <NewPasswordForm oldPassword={password} onDone={enter} />
          ) : (
            <form onSubmit={submit} noValidate aria-label="登录">
              {step === 'password' && leftIdle() ? (
                <p className="lg-lead" role="status" data-part="idle">
                  您超过 30 分钟没有操作，已自动退出。重新登录后回到原来的页面，没有提交的内容仍在。
                </p>
              ) : null}
              <p className="lg-lead">{step === 'code' ? '请输入身份验证器上的 6 位动态口令' : '请使用管理账号登录'}</p>
              {step === 'password' ? (
                <>
                  <Field
                    label="账号"
                    name="account"
                    autoComplete="username"
                    autoFocus
                    value={account}
                    onChange={setAccount}
                  />
                  <Field
                    label="密码"
                    name="password"
                    type="password"
                    autoComplete="current-password"
                    value={password}
                    onChange={setPassword}
                  />
                </>
              ) : (
                <Field
                  label="动态口令"
                  name="code"
                  inputRef={codeInput}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={8}
                  value={code}
                  onChange={setCode}
                />
              )}
              <p className="lg-error" role="alert">
                {error}
              </p>
              <button type="submit" className="oc-button oc-button-primary lg-submit" disabled={busy}>
                {busy ? '正在登录…' : '登录'}
              </button>
              {step === 'code' ? (
                <button
                  type="button"
                  className="lg-back"
                  onClick={() => {
                    setStep('password');
                    setCode('');
                    setError('');
                  }}
                >
                  返回账号登录
                </button>
              ) : null}
            </form>
          )}
        </main>
        <footer className="lg-footer">
          {site?.company ? <span>{site.company}</span> : null}
          {site?.domain ? <span>{site.domain}</span> : null}
          <span>版本 {site?.version ?? '1.0.0'}</span>
        </footer>
      </div>
    </div>
  );
}
