/** Stands before the shell while the password must be changed: nothing else can be reached. */
import { NewPasswordForm } from '../login/new-password-form.tsx';
import { logout } from '../session/leave.ts';

export default function PasswordGate({ onDone }: { onDone(): void }) {
  return (
    <main className="lg-center" data-page="/admin/passwd_user">
      <div className="lg-box">
        <h1 className="lg-title">修改密码</h1>
        <NewPasswordForm onDone={onDone} />
        <button type="button" className="lg-back" onClick={() => void logout()}>
          退出登录
        </button>
      </div>
    </main>
  );
}
