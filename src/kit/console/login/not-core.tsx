/** Where an account lands that has no menu: its unit is disabled, its annual fee ended, or its role is still empty. */
import { logout } from '../session/leave.ts';
import './login.css';

export function NotCore() {
  return (
    <main className="lg-center" data-page="/not-core">
      <h1 className="lg-title">当前账号还没有可用的功能</h1>
      <p className="lg-lead">可能是所属单位已停用、年费已到期，或角色尚未分配菜单。请联系上级单位的管理员处理。</p>
      <div className="oc-error-actions">
        <a className="oc-button" href="/admin">
          重新检查
        </a>
        <button type="button" className="oc-button oc-button-primary" onClick={() => void logout()}>
          退出登录
        </button>
      </div>
    </main>
  );
}
