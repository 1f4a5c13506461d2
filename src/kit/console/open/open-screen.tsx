/** Finds the open page of the address, asks what it shows, and draws it; everything that is not there looks the same. */

import { openPages } from 'virtual:open-pages';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { type OpenPage, readOpenPath } from '../../define/open-page.ts';
import { formatTime } from '../clock.ts';
import { askOpen, type OpenAnswer } from './ask-open.ts';

type OpenView = ComponentType<{ data: never; readAt: number }>;

interface Shown {
  answer: Extract<OpenAnswer, { state: 'shown' }>;
  View: OpenView;
}

export function OpenScreen() {
  const found = readOpenPath(window.location.pathname);
  const entry = found && openPages.find(({ page }) => page.on === found.on && page.name === found.name);
  if (!found || !entry) return <Message title="页面不存在、已过期或已停用" />;
  return <Opened page={entry.page} code={found.code} loadView={entry.view} />;
}

interface Props {
  page: OpenPage;
  code: string;
  loadView(): Promise<{ default: OpenView }>;
}

function Opened({ page, code, loadView }: Props) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<Exclude<OpenAnswer, { state: 'shown' }>>();
  const ask = useCallback(async () => {
    const [answer, view] = await Promise.all([askOpen(page, code), loadView().catch(() => undefined)]);
    if (answer.state === 'shown' && view) setShown({ answer, View: view.default });
    if (answer.state === 'gone') setShown(undefined);
    setProblem(
      answer.state !== 'shown' ? answer : view ? undefined : { state: 'later', message: '页面没有载入，请重试' },
    );
  }, [page, code, loadView]);
  useEffect(() => {
    document.title = page.title;
    void ask();
    if (!page.refreshSeconds) return;
    const timer = setInterval(() => void ask(), page.refreshSeconds * 1000);
    return () => clearInterval(timer);
  }, [page, ask]);

  if (problem?.state === 'gone') return <Message title="页面不存在、已过期或已停用" />;
  if (!shown)
    return problem ? (
      <Message title={problem.message} onRetry={() => void ask()} />
    ) : (
      <Message title="正在载入…" quiet />
    );
  const { View, answer } = shown;
  return (
    <main className={`op op-${page.on}`} data-page={page.name}>
      <View data={answer.data as never} readAt={answer.readAt} />
      <footer className="op-footer">
        {problem ? <b role="alert">{problem.message}，</b> : null}数据截至 {formatTime(answer.readAt)}
      </footer>
    </main>
  );
}

function Message({ title, quiet, onRetry }: { title: string; quiet?: boolean; onRetry?: () => void }) {
  return (
    <main className="op op-message" data-page="message">
      <p role={quiet ? 'status' : 'alert'}>{title}</p>
      {onRetry ? (
        <button type="button" onClick={onRetry}>
          重试
        </button>
      ) : null}
    </main>
  );
}
