/** The steps before a close: done, open, or accepted with a note; each leads to where it is worked off. */
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { Link } from '../../../kit/console/nav/link.tsx';
import type { StepEvidence } from '../closing-state.ts';

const markOf = (s: StepEvidence) =>
  s.ok
    ? { sign: '✓', tone: 'cl-ok', word: '已完成' }
    : s.note
      ? { sign: '!', tone: 'cl-wait', word: '已说明' }
      : { sign: '✗', tone: 'cl-bad', word: '未完成' };

export function CloseSteps(props: {
  steps: readonly StepEvidence[];
  /** Undefined where notes may not be written. */
  accept?: (step: string, note: string) => Promise<unknown>;
}) {
  const [asked, setAsked] = useState<StepEvidence | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!asked || !props.accept) return;
    setBusy(true);
    try {
      await props.accept(asked.key, note);
      setAsked(null);
    } catch (e) {
      setError((e as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ol className="cl-list">
        {props.steps.map((s) => {
          const mark = markOf(s);
          return (
            <li key={s.key}>
              <span className={`cl-mark ${mark.tone}`} aria-hidden>
                {mark.sign}
              </span>
              <b>{s.title}</b>
              <span>
                <span className={mark.tone}>{mark.word}</span>　{s.figure}
              </span>
              <span>
                {s.path ? <Link to={s.query ? { path: s.path, query: s.query } : s.path}>查看</Link> : null}
                {!s.ok && s.weight === 'SOFT' && props.accept ? (
                  <Button
                    type="link"
                    size="small"
                    className="cl-link"
                    onClick={() => {
                      setAsked(s);
                      setNote(s.note?.text ?? '');
                      setError('');
                    }}
                  >
                    填写说明
                  </Button>
                ) : null}
              </span>
              {s.note ? (
                <span className="cl-note">
                  {s.note.by} {formatTime(s.note.at)}：{s.note.text}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      <Modal
        open={asked !== null}
        title={asked ? `填写说明：${asked.title}` : ''}
        okText="保存说明"
        cancelText="取消"
        confirmLoading={busy}
        onOk={() => void save()}
        onCancel={() => setAsked(null)}
      >
        <p>
          <b>{asked?.figure}</b>
        </p>
        <p>写明为什么可以带着它月结。之后再上传的记录记入第一个未月结的日期，保留原日期。数目变化后须重新说明。</p>
        <Input.TextArea
          aria-label="说明"
          rows={3}
          style={{ marginBottom: 24 }}
          maxLength={200}
          showCount
          value={note}
          {...(error ? { status: 'error' as const } : {})}
          onChange={(e) => setNote(e.target.value)}
        />
        {error ? <span className="cl-bad">{error}</span> : null}
      </Modal>
    </>
  );
}
