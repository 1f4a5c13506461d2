/** Import of a spreadsheet: file → columns → check and correct in place → good rows in, bad rows back with their reasons. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { neededOfRows } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import { BatchSteps } from '../../batch/steps.tsx';
import { ApiError } from '../../http/client.ts';
import { download } from '../../http/download.ts';
import { upload } from '../../http/upload.ts';
import { feedback } from '../../shell/feedback.tsx';
import { newRequestKey } from '../form/request-key.ts';
import { afterWrite } from '../query-keys.ts';
import { CheckResult } from './check-result.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { FilePicker } from './file-picker.tsx';
import {
  cancelTask,
  checkFile,
  checkTask,
  commitTask,
  type Edits,
  fixRows,
  type ImportCheck,
  type ImportStatus,
  type Mapping,
  rememberedTask,
  rememberTask,
} from './import-api.ts';
import { RunResult } from './run-result.tsx';
import { isFilled } from './sample.ts';
import { TakeBack } from './take-back.tsx';
import { isOver, useTaskWatch } from './use-task-watch.ts';

type Stage = 'file' | 'mapping' | 'check' | 'run';
const stages: readonly Stage[] = ['file', 'mapping', 'check', 'run'];

interface Props {
  path: string;
  spec: AnyPage;
  onClose: () => void;
}

export default function ImportDialog({ path, spec, onClose }: Props) {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>(() => (rememberedTask(path) ? 'run' : 'file'));
  const [share, setShare] = useState<number>();
  const [fileName, setFileName] = useState('');
  const [check, setCheck] = useState<ImportCheck>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [edits, setEdits] = useState<Edits>({});
  const [taskId, setTaskId] = useState<number | undefined>(() => rememberedTask(path));
  const [status, setStatus] = useState<ImportStatus>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const requestKey = useRef(newRequestKey());

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '服务异常，请稍后再试');
    } finally {
      setBusy(false);
      setShare(undefined);
    }
  };
  const takeFile = (picked: File) =>
    attempt(async () => {
      setShare(0);
      const sent = await upload(picked, setShare, undefined, 'import');
      setFileName(sent.name || picked.name);
      const found = await checkFile(path, sent.key);
      setCheck(found);
      setMapping(found.mapping);
      setEdits({});
      setStage('mapping');
    });
  const show = (found: ImportCheck) => {
    setCheck(found);
    setMapping(found.mapping);
    setStage('check');
    // What is written from here on is another commit.
    requestKey.current = newRequestKey();
  };
  const recheck = () =>
    attempt(async () => {
      if (!check) return;
      const filled = Object.fromEntries(Object.entries(mapping).filter(([, source]) => isFilled(source)));
      show(await checkTask(path, check.taskId, filled));
    });
  const correct = (rowNo: number, key: string, text: string) =>
    setEdits((before) => ({ ...before, [rowNo]: { ...before[rowNo], [key]: text } }));
  const fix = (id: number, corrected: Edits) =>
    attempt(async () => {
      const found = await fixRows(path, id, corrected);
      setEdits({});
      setStatus(undefined);
      rememberTask(path, undefined);
      show(found);
    });
  const commit = () =>
    attempt(async () => {
      if (!check) return;
      await commitTask(path, check.taskId, requestKey.current);
      rememberTask(path, check.taskId);
      setTaskId(check.taskId);
      setStage('run');
    });

  const running = stage === 'run' && taskId !== undefined && (!status || !isOver(status));
  useTaskWatch(path, running ? taskId : undefined, {
    onStatus: (now) => {
      setStatus(now);
      setProblem(undefined);
      if (!isOver(now)) return;
      rememberTask(path, undefined);
      void afterWrite(client, path, []);
    },
    onLost: (message) => {
      rememberTask(path, undefined);
      setProblem(message);
      setStage('file');
    },
    onSilence: () => setProblem('暂时问不到进度，正在重试'),
  });

  const badRows = () =>
    attempt(() =>
      download(`${path}/import_bad_rows`, { taskId: taskId ?? check?.taskId }, `${spec.title}-未导入的行.xlsx`),
    );
  const cancel = async () => {
    const id = taskId ?? check?.taskId;
    if (id !== undefined && status?.status !== 'FINISHED') await attempt(async () => void (await cancelTask(path, id)));
    rememberTask(path, undefined);
    if (stage === 'run') setStatus((before) => (before ? { ...before, status: 'CANCELLED' } : before));
    else onClose();
  };
  const close = () => {
    if (running) feedback().message.info('导入在后台继续，再次打开「导入」可查看进度');
    onClose();
  };
  const again = () => {
    setStage('file');
    setEdits({});
    setCheck(undefined);
    setStatus(undefined);
    setTaskId(undefined);
    requestKey.current = newRequestKey();
  };
  const blocked = (check ? (spec.import?.fields ?? []) : []).filter((key) => {
    const field = spec.fields[key];
    const needed = check?.missing.includes(key) || (field && neededOfRows(field) && field.initial === undefined);
    return needed && !isFilled(mapping[key]);
  });
  const corrections = Object.values(edits).reduce((sum, values) => sum + Object.keys(values).length, 0);
  const labelOf = (key: string) => spec.fields[key]?.label ?? key;
  return (
    <Modal
      open
      title={`导入${spec.title}`}
      width={960}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <>
          {stage === 'file' ? <Button onClick={onClose}>取消</Button> : null}
          {stage === 'mapping' || stage === 'check' ? (
            <>
              <Button onClick={cancel}>取消导入</Button>
              <Button onClick={() => setStage(stage === 'check' ? 'mapping' : 'file')}>上一步</Button>
            </>
          ) : null}
          {stage === 'mapping' ? (
            <Button type="primary" loading={busy} disabled={blocked.length > 0} onClick={recheck}>
              检查数据
            </Button>
          ) : null}
          {stage === 'check' && check ? (
            <>
              {check.bad > 0 ? <Button onClick={badRows}>下载有问题的行</Button> : null}
              {corrections > 0 ? (
                <Button type="primary" loading={busy} onClick={() => fix(check.taskId, edits)}>
                  重新检查 {corrections} 处修改
                </Button>
              ) : null}
              <Button
                type={corrections > 0 ? 'default' : 'primary'}
                loading={busy && corrections === 0}
                disabled={check.good === 0 || corrections > 0}
                onClick={commit}
              >
                导入 {check.good} 行
              </Button>
            </>
          ) : null}
          {stage === 'run' ? (
            running ? (
              <>
                <Button danger onClick={cancel}>
                  停止导入
                </Button>
                <Button onClick={close}>后台运行</Button>
              </>
            ) : (
              <>
                {(status?.bad ?? 0) > 0 ? <Button onClick={badRows}>下载未导入的行</Button> : null}
                {(status?.bad ?? 0) > 0 && status?.status === 'FINISHED' && taskId !== undefined ? (
                  <Button loading={busy} onClick={() => fix(taskId, {})}>
                    修改未导入的行
                  </Button>
                ) : null}
                <Button onClick={again}>再导入一个文件</Button>
                <Button type="primary" onClick={onClose}>
                  完成
                </Button>
              </>
            )
          ) : null}
        </>
      }
    >
      <div className="k-import-steps">
        <BatchSteps titles={['选择文件', '对应列', '检查', '导入']} current={stages.indexOf(stage)} />
      </div>
      {problem ? <Alert type="error" showIcon title={problem} className="k-refused" /> : null}
      {stage === 'file' ? <FilePicker path={path} spec={spec} busy={busy} share={share} onFile={takeFile} /> : null}
      {stage === 'file' || (stage === 'run' && status?.status === 'FINISHED') ? <TakeBack path={path} /> : null}
      {stage === 'mapping' && check ? (
        <>
          {blocked.length > 0 ? (
            <Alert
              type="warning"
              showIcon
              className="k-refused"
              title={`必填的${blocked.map(labelOf).join('、')}还没有对应的列`}
            />
          ) : null}
          <ColumnMapping
            path={path}
            spec={spec}
            check={check}
            mapping={mapping}
            onChange={setMapping}
            fileName={fileName}
          />
        </>
      ) : null}
      {stage === 'check' && check ? <CheckResult spec={spec} check={check} edits={edits} onCorrect={correct} /> : null}
      {stage === 'run' ? <RunResult status={status} /> : null}
    </Modal>
  );
}
