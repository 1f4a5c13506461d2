/** 公示屏: one panel after the other, each for its seconds; a wall without the server says so, and keeps nothing of a day that is over. */
import { useEffect, useState } from 'react';
import { clock, formatTime } from '../../../../kit/console/clock.ts';
import { type Board, offlineMs, panelsNow, staysFor } from '../panel-words.ts';
import { PanelView } from '../views/panel-view.tsx';

const tickMs = 1_000;

/** The wall's own day and minute, by Shanghai's clock. */
function nowOf(ms: number) {
  const text = formatTime(ms);
  return { day: text.slice(0, 10), minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) };
}

export default function BoardScreen({ data, readAt }: { data: Board; readAt: number }) {
  const [now, setNow] = useState(() => clock.now());
  const [at, setAt] = useState({ index: 0, since: clock.now() });
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const panels = panelsNow(data, nowOf(now));
  const panel = panels[at.index % Math.max(1, panels.length)];
  useEffect(() => {
    if (panel && now - at.since >= staysFor(panel) * 1_000)
      setAt((before) => ({ index: (before.index + 1) % Math.max(1, panels.length), since: now }));
  }, [now, at, panel, panels.length]);
  const offline = now - readAt > offlineMs;
  return (
    <div className={`bd bd-${data.ratio === 'TALL' ? 'tall' : 'wide'}`}>
      <header className="bd-head">
        <h1>
          {data.unit}
          {data.restaurant ? ` · ${data.restaurant}` : ''}
        </h1>
        <p>{formatTime(now).slice(0, 16)}</p>
      </header>
      {offline ? (
        <p className="bd-offline" role="alert">
          离线，更新于 {formatTime(readAt).slice(0, 16)}
        </p>
      ) : null}
      {panel ? (
        <PanelView key={`${panel.key}:${at.since}`} panel={panel} />
      ) : (
        <p className="bd-none">{offline ? '没有可显示的当日内容' : '还没有公示内容'}</p>
      )}
      <ol className="bd-dots" aria-hidden="true">
        {panels.map(({ key }) => (
          <li key={key} className={key === panel?.key ? 'bd-on' : undefined} />
        ))}
      </ol>
    </div>
  );
}
