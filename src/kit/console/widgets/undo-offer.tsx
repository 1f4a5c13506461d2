/** Ten seconds in which what was just done is taken back by one press, told beside the success message. */
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { Undo } from '../../define/page.ts';
import { asRefusal, post } from '../http/client.ts';
import { openTab } from '../nav/tabs-store.ts';
import { can } from '../session/can.ts';
import { feedback } from '../shell/feedback.tsx';

export const undoSeconds = 10;

interface Offered {
  path: string;
  undo: Undo;
  id: number;
  onUndone: () => void;
  onFailed: (why: string) => void;
}

/** The button with the seconds that are left; nothing once they are over, or for whoever may not. */
export function UndoButton({ path, undo, id, onUndone, onFailed }: Offered) {
  const [left, setLeft] = useState(undoSeconds);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => before - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const take = async () => {
    setBusy(true);
    try {
      await post(path, undo.key, { id, ...undo.values }, { requestKey: `undo-${undo.key}-${id}` });
      onUndone();
    } catch (error) {
      onFailed(asRefusal(error).message);
      setBusy(false);
    }
  };
  if (left <= 0 || !can(path, undo.key)) return null;
  return (
    <Button danger size="small" loading={busy} onClick={() => void take()}>
      撤销（{left} 秒）
    </Button>
  );
}

/** What was done, and the records it made. */
export interface Told {
  text: string;
  open?: readonly { label: string; path: string }[];
}

/** Stays as long as an undo does: there is something to press. */
function tellMade({ text, open = [] }: Told): void {
  const { message } = feedback();
  const key = `made-${open[0]!.path}`;
  message.success({
    key,
    duration: undoSeconds,
    content: (
      <span className="k-undo">
        {text}
        {open.map(({ label, path }) => (
          <Button
            key={path}
            type="link"
            size="small"
            onClick={() => {
              message.destroy(key);
              openTab(path);
            }}
          >
            {label}
          </Button>
        ))}
      </span>
    ),
  });
}

/** Tells that it is done, and offers to undo it where the definition says how, or to open what was made. */
export function tellDone(
  told: Told,
  undoable: { path: string; undo: Undo | undefined; id: number | undefined; onUndone: () => void },
): void {
  const { message } = feedback();
  const { path, undo, id } = undoable;
  const { text, open = [] } = told;
  if (open.length > 0) return void tellMade(told);
  if (!undo || id === undefined || !can(path, undo.key)) return void message.success(text);
  const key = `undo-${path}-${id}`;
  message.success({
    key,
    duration: undoSeconds,
    content: (
      <span className="k-undo">
        {text}
        <UndoButton
          path={path}
          undo={undo}
          id={id}
          onUndone={() => {
            undoable.onUndone();
            message.success({ key, content: undo.done ?? '已撤销' });
          }}
          onFailed={(why) => message.error({ key, content: why })}
        />
      </span>
    ),
  });
}
