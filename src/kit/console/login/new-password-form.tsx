/** The password change that stands between a first sign-in and everything else. Plain inputs: it shows without antd. */
import { type FormEvent, useState } from 'react';
import { ApiError, post } from '../http/client.ts';
import { Field } from './field.tsx';
import { newPasswordProblem } from './new-password-problem.ts';

interface Props {
  /** Known right after signing in; asked for otherwise. */
  oldPassword?: string | undefined;
  onDone(): void;
}

export function NewPasswordForm({ oldPassword, onDone }: Props) {
  const [old, setOld] = useState(oldPassword ?? '');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = newPasswordProblem(old, next, again);
    if (problem) {
      setErrors({ [problem.field]: problem.text });
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      await post('/admin/passwd_user', 'update', { oldPassword: old, newPassword: next });
      onDone();
    } catch (error) {
      const api = error instanceof ApiError ? error : undefined;
      setErrors({
        old: api?.fields.oldPassword ?? '',
        next: api?.fields.newPassword ?? '',
        form: api && Object.keys(api.fields).length > 0 ? '' : (api?.message ?? '修改失败，请稍后再试'),
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label="修改密码">
      <p className="lg-lead">请先设置您自己的新密码，改好后即可使用。</p>
      {oldPassword === undefined ? (
        <Field
          label="原密码"
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={errors.old}
        />
      ) : null}
      <Field
        label="新密码"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        autoFocus
        value={next}
        onChange={setNext}
        error={errors.next}
      />
      <Field
        label="确认新密码"
        name="again"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={errors.again}
      />
      <p className="lg-error" role="alert">
        {errors.form || (oldPassword !== undefined ? errors.old : '')}
      </p>
      <button type="submit" className="oc-button oc-button-primary lg-submit" disabled={busy}>
        {busy ? '正在保存…' : '保存并进入'}
      </button>
    </form>
  );
}
