/** Choosing who a batch is for: a spreadsheet, departments, types, or those who are leaving. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { markFields, useAttempt } from '../../../../kit/console/batch/attempt.ts';
import { BatchFrame, BatchSteps } from '../../../../kit/console/batch/frame.tsx';
import { SheetInput } from '../../../../kit/console/batch/sheet-input.tsx';
import { post } from '../../../../kit/console/http/client.ts';
import type { Uploaded } from '../../../../kit/console/http/upload.ts';
import { closeTab, replaceTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { afterWrite } from '../../../../kit/console/screens/query-keys.ts';
import { Choose } from '../../../../kit/console/widgets/form-items.tsx';
import { MoneyInput } from '../../../../kit/console/widgets/money-input.tsx';
import { batchModes } from '../states.ts';
import { isRefund, stepTitles } from './batch-head.ts';

interface Choice {
  mode: string;
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
  departmentIds: [],
  typeIds: [],
  amountFen: null,
  channel: 'IMPORT',
  restWay: 'BANK',
  name: '',
  reason: '',
});

const restWays = [
  { value: 'BANK', label: '银行打款' },
  { value: 'CASH', label: '现金' },
];
const channels = [
  { value: 'IMPORT', label: '批量导入' },
  { value: 'TRANSFER', label: '转账' },
  { value: 'BANK', label: '银行' },
];

export function NewBatch({ path }: { path: string }) {
  const refund = isRefund(path);
  const tab = useTab();
  const client = useQueryClient();
  const [form] = Form.useForm<Choice>();
  const mode = Form.useWatch('mode', form) ?? start(refund).mode;
  const [sheet, setSheet] = useState<Uploaded>();
  const attempt = useAttempt((refusal) => markFields(form, refusal));
  const check = () =>
    attempt.run(async (requestKey) => {
      const choice = { ...start(refund), ...(form.getFieldsValue(true) as Choice) };
      const body = {
        ...choice,
        fileKey: sheet?.key ?? null,
        name: choice.name || null,
        reason: choice.reason || null,
      };
      const { id } = await post<{ id: number }>(path, 'create', body, { requestKey });
      void afterWrite(client, path, [id]);
      replaceTab({ path: tab.path, query: { id: String(id) } }, { id: tab.id });
    });
  const buttons = (
    <>
      <Button onClick={() => void closeTab(tab.id)}>取消</Button>
      <Button type="primary" loading={attempt.busy} onClick={() => void check()}>
        校验
      </Button>
    </>
  );
  return (
    <BatchFrame buttons={buttons}>
      <section className="k-card kb-card" aria-label="步骤">
        <BatchSteps titles={stepTitles} current={0} />
      </section>
      {attempt.refused ? <Alert type="error" showIcon title={attempt.refused.message} /> : null}
      <section className="k-card kb-card" aria-label="选择人员">
        <Form<Choice> form={form} initialValues={start(refund)} labelCol={{ flex: '120px' }} colon={false}>
          <Form.Item name="mode" label="方式">
            <Radio.Group
              aria-label="方式"
              options={batchModes
                .filter((m) => refund || m.value !== 'LEAVERS')
                .map(({ value, label }) => ({ value, label }))}
            />
          </Form.Item>
          <Who path={path} mode={mode} refund={refund} sheet={sheet} onSheet={setSheet} />
          {refund ? (
            <Form.Item name="restWay" label="其余部分" extra="微信、支付宝充值的未用部分原路退回，其余按此方式退">
              <Radio.Group aria-label="其余部分" options={restWays} />
            </Form.Item>
          ) : (
            <Form.Item name="channel" label="资金来源">
              <Radio.Group aria-label="资金来源" options={channels} />
            </Form.Item>
          )}
          <Form.Item name="name" label="批次名称">
            <Input aria-label="批次名称" style={{ width: 300 }} maxLength={60} placeholder="不填则按日期命名" />
          </Form.Item>
          <Form.Item name="reason" label="说明">
            <Input.TextArea aria-label="说明" style={{ width: 400 }} rows={2} maxLength={100} />
          </Form.Item>
        </Form>
      </section>
    </BatchFrame>
  );
}

/** The inputs of a mode: whom the batch is for, and how much each. */
function Who(props: {
  path: string;
  mode: string;
  refund: boolean;
  sheet: Uploaded | undefined;
  onSheet: (sheet: Uploaded) => void;
}) {
  const { path, mode, refund, sheet, onSheet } = props;
  if (mode === 'IMPORT')
    return (
      <Form.Item
        name="fileKey"
        label="表格"
        required
        // The sheet is kept beside the form; its item only shows what is wrong with it.
        getValueProps={() => ({})}
        trigger="onNothing"
        extra={
          refund
            ? '列：工号、姓名、金额（不填则退全部）、开户行、收款账号；支持 xlsx 和 csv'
            : '列：工号、姓名、金额；支持 xlsx 和 csv，编号前面的 0 会保留'
        }
      >
        <SheetInput path={path} chosen={sheet?.name} onSent={onSheet} />
      </Form.Item>
    );
  return (
    <>
      {mode === 'BY_DEPT' ? (
        <Form.Item name="departmentIds" label="部门" required extra="含下级部门">
          <Choose label="部门" source="/admin/organization/department" tree multiple width={400} />
        </Form.Item>
      ) : null}
      {mode === 'BY_TYPE' ? (
        <Form.Item name="typeIds" label="人员类别" required>
          <Choose label="人员类别" source="/admin/organization/type" multiple width={400} />
        </Form.Item>
      ) : null}
      <Form.Item
        name="amountFen"
        label="每人金额"
        required={!refund}
        {...(refund ? { extra: '不填则退每人的全部可用余额' } : {})}
      >
        <MoneyInput label="每人金额" className="kb-amount" />
      </Form.Item>
    </>
  );
}
