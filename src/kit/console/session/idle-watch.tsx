/** Watches for mouse clicks and ends an idle session; one clock over all browser tabs through local storage. */
import { Modal } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { clock } from '../clock.ts';
import { feedback } from '../shell/feedback.tsx';
import { checkEveryMs, graceMs, type IdleState, idleStep, startingClick } from './idle.ts';
import { leaveIdle, logout } from './leave.ts';

const clickKey = 'onecard.lastClick';
const writeEveryMs = 1000;

const storedClick = (): number | undefined => {
  const text = localStorage.getItem(clickKey);
  return text === null ? undefined : Number(text);
};

export function IdleWatch() {
  const state = useRef<IdleState>({ lastClick: 0, askedAt: undefined });
  const written = useRef(0);
  const [leftMs, setLeftMs] = useState<number>();

  const clicked = useCallback((now: number) => {
    state.current = { lastClick: now, askedAt: undefined };
    if (now - written.current < writeEveryMs) return;
    written.current = now;
    localStorage.setItem(clickKey, String(now));
  }, []);

  const check = useCallback(() => {
    const now = clock.now();
    const lastClick = Math.max(state.current.lastClick, storedClick() ?? 0);
    state.current = { ...state.current, lastClick };
    switch (idleStep(state.current, now)) {
      case 'ask':
        state.current = { lastClick, askedAt: now };
        setLeftMs(graceMs);
        break;
      case 'withdraw':
        state.current = { lastClick, askedAt: undefined };
        setLeftMs(undefined);
        break;
      case 'logout':
        setLeftMs(undefined);
        void leaveIdle();
        break;
      case 'wait':
        break;
    }
  }, []);

  useEffect(() => {
    const now = clock.now();
    const first = startingClick(storedClick(), now);
    state.current = { lastClick: first, askedAt: undefined };
    localStorage.setItem(clickKey, String(first));
    // While the question stands only its own buttons answer it. A key on a button makes a click without a mouse.
    const onClick = (event: MouseEvent) => {
      if (state.current.askedAt !== undefined || (event.isTrusted && event.detail === 0)) return;
      clicked(clock.now());
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === clickKey && state.current.askedAt !== undefined) check();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('storage', onStorage);
    const timer = setInterval(check, checkEveryMs);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('storage', onStorage);
      clearInterval(timer);
    };
  }, [check, clicked]);

  const asking = leftMs !== undefined;
  useEffect(() => {
    if (!asking) return;
    const timer = setInterval(() => {
      const { askedAt } = state.current;
      if (askedAt === undefined) return;
      setLeftMs(Math.max(0, askedAt + graceMs - clock.now()));
      check();
    }, 1000);
    return () => clearInterval(timer);
  }, [asking, check]);

  const cancel = () => {
    clicked(clock.now());
    localStorage.setItem(clickKey, String(state.current.lastClick));
    setLeftMs(undefined);
    feedback().message.info('已取消退出');
  };

  return (
    <Modal
      open={asking}
      title="提示"
      width={420}
      okText="立即退出"
      cancelText="取消"
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      destroyOnHidden
      onOk={() => void logout()}
      onCancel={cancel}
    >
      您已超过 30 分钟没有操作，将在 {Math.ceil((leftMs ?? 0) / 1000)} 秒后自动退出登录。
    </Modal>
  );
}
