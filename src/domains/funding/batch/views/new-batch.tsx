/** Choosing who a batch is for: a spreadsheet, departments, types, or those who are leaving. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Steps } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, post } from '../../../../kit/console/http/client.ts';
import { download } from '../../../../kit/console/http/download.ts';
import { type Uploaded, upload } from '../../../../kit/console/http/upload.ts';
import { closeTab, replaceTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { newRequestKey } from '../../../../kit/console/screens/form/request-key.ts';
import { afterWrite } from '../../../../kit/console/screens/query-keys.ts';
import { MoneyInput } from '../../../../kit/console/widgets/money-input.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { batchModes } from '../states.ts';
import './batch.css';

interface Choice {
  mode: string;
  fileKey: string | null;
  departmentIds: number[];
  typeIds: number[];
  amountFen: number | string | null;
  channel: string;
  restWay: string;
  name: string;
  reason: string;
}

const start = (refund: boolean): Choice => ({
  mode: refund ? 'LEAVERS' : 'IMPORT',
  fileKey: null,
  departmentIds: [],
  typeIds: [],
  amountFen: null,
  channel: 'IMPORT',
  restWay: 'BANK',
  name: '',
  reason: '',
});

function Sheet({ path, file, onFile }: { path: string; file: Uploaded | undefined; onFile: (file: Uploaded) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (chosen: File) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onFile(await upload(chosen, undefined, undefined, 'import'));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        aria-label="名单表格"
        accept=".xlsx,.csv,.txt"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = '';
          if (chosen) void take(chosen);
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {file ? '换一个文件' : '选择表格'}
      </Button>
      <Button type="link" onClick={() => void download(`${path}/sheet_template`, {})}>
        下载模板
      </Button>
      {file ? <span className="k-muted">{file.name}</span> : null}
      {problem ? (
        <p role="alert" className="k-problem">
          {problem}
        </p>
      ) : null}
    </>
  );
}

export function NewBatch({ path }: { path: string }) {
  const refund = path.includes('/refund/');
  const tab = useTab();
  const client = useQueryClient();
  const [choice, setChoice] = useState(() => start(refund));
  const [sheet, setSheet] = useState<Uploaded>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const set = (part: Partial<Choice>) => setChoice((now) => ({ ...now, ...part }));
  const modes = batchModes.filter((m) => refund || m.value !== 'LEAVERS');
  const error = (key: string) => refused?.fields[key];
  const item = (key: string) => ({ validateStatus: error(key) ? ('error' as const) : ('' as const), help: error(key) });
  const check = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { id } = await post<{ id: number }>(
        path,
        'create',
        { ...choice, fileKey: sheet?.key ?? null, name: choice.name || null, reason: choice.reason || null },
        { requestKey: newRequestKey() },
      );
      afterWrite(client, path, [id]);
      replaceTab({ path: tab.path, query: { id: String(id) } }, { id: tab.id });
    } catch (thrown) {
      if (thrown instanceof ApiError) setRefused(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="fb">
      <div className="fb-scroll">
        <section className="k-card" aria-label="步骤">
          <Steps
            size="small"
            current={0}
            items={['选择', '校验', '审核', '执行', '结果'].map((title) => ({ title }))}
          />
        </section>
        {refused ? <Alert type="error" showIcon title={refused.message} /> : null}
        <section className="k-card" aria-label="选择人员">
          <Form labelCol={{ flex: '120px' }} colon={false}>
            <Form.Item label="方式">
              <Radio.Group
                aria-label="方式"
                value={choice.mode}
                onChange={(event) => set({ mode: event.target.value as string })}
                options={modes.map(({ value, label }) => ({ value, label }))}
              />
            </Form.Item>
            {choice.mode === 'IMPORT' ? (
              <Form.Item
                label="表格"
                required
                {...item('fileKey')}
                extra={
                  refund
                    ? '列：工号、姓名、金额（不填则退全部）、开户行、收款账号；支持 xlsx 和 csv'
                    : '列：工号、姓名、金额；支持 xlsx 和 csv，编号前面的 0 会保留'
                }
              >
                <Sheet path={path} file={sheet} onFile={setSheet} />
              </Form.Item>
            ) : null}
            {choice.mode === 'BY_DEPT' ? (
              <Form.Item label="部门" required {...item('departmentIds')} extra="含下级部门">
                <div style={{ width: 400 }}>
                  <RefSelect
                    label="部门"
                    source="/admin/organization/department"
                    tree
                    multiple
                    value={choice.departmentIds}
                    onChange={(value) => set({ departmentIds: [value ?? []].flat() })}
                  />
                </div>
              </Form.Item>
            ) : null}
            {choice.mode === 'BY_TYPE' ? (
              <Form.Item label="人员类别" required {...item('typeIds')}>
                <div style={{ width: 400 }}>
                  <RefSelect
                    label="人员类别"
                    source="/admin/organization/type"
                    multiple
                    value={choice.typeIds}
                    onChange={(value) => set({ typeIds: [value ?? []].flat() })}
                  />
                </div>
              </Form.Item>
            ) : null}
            {choice.mode === 'IMPORT' ? null : (
              <Form.Item
                label="每人金额"
                required={!refund}
                {...item('amountFen')}
                {...(refund ? { extra: '不填则退每人的全部可用余额' } : {})}
              >
                <div style={{ width: 200 }}>
                  <MoneyInput label="每人金额" value={choice.amountFen} onChange={(amountFen) => set({ amountFen })} />
                </div>
              </Form.Item>
            )}
            {refund ? (
              <Form.Item label="其余部分" extra="微信、支付宝充值的未用部分原路退回，其余按此方式退">
                <Radio.Group
                  aria-label="其余部分"
                  value={choice.restWay}
                  onChange={(event) => set({ restWay: event.target.value as string })}
                  options={[
                    { value: 'BANK', label: '银行打款' },
                    { value: 'CASH', label: '现金' },
                  ]}
                />
              </Form.Item>
            ) : (
              <Form.Item label="资金来源">
                <Radio.Group
                  aria-label="资金来源"
                  value={choice.channel}
                  onChange={(event) => set({ channel: event.target.value as string })}
                  options={[
                    { value: 'IMPORT', label: '批量导入' },
                    { value: 'TRANSFER', label: '转账' },
                    { value: 'BANK', label: '银行' },
                  ]}
                />
              </Form.Item>
            )}
            <Form.Item label="批次名称">
              <Input
                aria-label="批次名称"
                style={{ width: 300 }}
                maxLength={60}
                placeholder="不填则按日期命名"
                value={choice.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Form.Item>
            <Form.Item label="说明">
              <Input.TextArea
                aria-label="说明"
                style={{ width: 400 }}
                rows={2}
                maxLength={100}
                value={choice.reason}
                onChange={(event) => set({ reason: event.target.value })}
              />
            </Form.Item>
          </Form>
        </section>
      </div>
      <div data-part="form-actions" className="k-form-actions">
        <Button onClick={() => void closeTab(tab.id)}>取消</Button>
        <Button type="primary" loading={busy} onClick={() => void check()}>
          校验
        </Button>
      </div>
    </div>
  );
}
