/** Who is signed in, and the ways to change that. The super administrator has only 退出. */
import { DownOutlined, UserOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { openTab } from '../nav/tabs-store.ts';
import { accountType, useAdmin } from '../session/admin.ts';
import { currentIdentityName } from '../session/identity.ts';
import { logout } from '../session/leave.ts';
import { usePicture } from '../widgets/use-picture.ts';
import { confirmAction } from './feedback.tsx';
import { showOverlay } from './overlays.ts';
import { below, type PopupAnchor, type PopupItem, PopupMenu } from './popup-menu.tsx';

const typeNames = { PLATFORM: '平台', AGENT: '代理商', CONTRACTOR: '承包商', ORGANIZATION: '单位' } as const;

export function UserMenu() {
  const admin = useAdmin();
  const avatar = usePicture(admin.avatar);
  const type = accountType(admin);
  const [identity, setIdentity] = useState('');
  const [menu, setMenu] = useState<PopupAnchor>();

  useEffect(() => {
    if (!type) return;
    let gone = false;
    currentIdentityName().then(
      (name) => {
        if (!gone) setIdentity(name);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [type]);

  const own: PopupItem[] = type
    ? [
        { key: 'identity', label: '切换身份', onSelect: () => showOverlay('identity') },
        { key: 'password', label: '修改密码', onSelect: () => openTab('/admin/passwd_user') },
        { key: 'profile', label: '个人信息', onSelect: () => openTab('/admin/user_info') },
      ]
    : [];
  const unit = type ? identity || admin.belong?.name || typeNames[type] : admin.account;
  const leave = async () => {
    if (await confirmAction('确定退出登录？', { okText: '退出' })) await logout();
  };
  return (
    <>
      <button
        type="button"
        className="oc-user"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        aria-label={`${admin.name}${unit} 用户菜单`}
        onClick={(event) => setMenu(below(event.currentTarget, true))}
      >
        <span className="oc-avatar">{avatar ? <img src={avatar} alt="" /> : <UserOutlined />}</span>
        <span className="oc-user-words">
          <b>{admin.name}</b>
          <small>{unit}</small>
        </span>
        <DownOutlined />
      </button>
      {menu ? (
        <PopupMenu
          label="用户菜单"
          anchor={menu}
          onClose={() => setMenu(undefined)}
          header={
            type ? (
              <>
                当前身份：{identity || typeNames[type]}
                {admin.belong && admin.belong.name !== identity ? (
                  <>
                    <br />
                    {admin.belong.name}
                  </>
                ) : null}
              </>
            ) : undefined
          }
          items={[...own, { key: 'leave', label: '退出', divided: own.length > 0, onSelect: () => void leave() }]}
        />
      ) : null}
    </>
  );
}
