/** Beside one's own facts: the one-time code and the devices one is signed in on. */
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import { ResetList } from '../reset-list.tsx';
import { SessionList } from '../session-list.tsx';
import { TotpCard } from '../totp-card.tsx';
import './user-info.css';

const own = {};

function Side({ path }: SlotProps) {
  return (
    <div className="ui-side">
      <TotpCard path={path} />
      <section className="k-card ui-card" aria-labelledby="ui-sessions">
        <h2 id="ui-sessions">登录中的设备</h2>
        <SessionList path={path} whose={own} revokeBody={(s) => ({ id: s.id })} />
      </section>
      <ResetList path={path} />
    </div>
  );
}

export default view({ slots: { formSide: Side } });
