/** First step of a batch: for what, for whom, how much, from when until when. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { markFields, useAttempt } from '../../../kit/console/batch/attempt.ts';
import { BatchFrame } from '../../../kit/console/batch/frame.tsx';
import { today } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import { closeTab, replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useSetDirty, useTab } from '../../../kit/console/nav/use-tab.ts';
import { afterWrite } from '../../../kit/console/screens/query-keys.ts';
import { Choose, DateItem } from '../../../kit/console/widgets/form-items.tsx';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { type Sheet, SheetPicker } from './sheet-picker.tsx';

type Values = Record<string, unknown>;

const ruleSource = '/admin/organization/subsidy/configure';
const typeSource = '/admin/organization/type';
const departmentSource = '/admin/organization/department';

const grantModes = [
  { value: 'RULE', label: '按规则' },
  { value: 'MANUAL', label: '按类别、部门' },
  { value: 'IMPORT', label: '表格名单' },
];
const returnModes = [
  { value: 'MANUAL', label: '按批次、范围' },
  { value: 'IMPORT', label: '表格名单' },
];

const presetNumber = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number(text) : null);

export function NewBatch({ path }: { path: string }) {
  const tab = useTab();
  const [form] = Form.useForm<Values>();
  const setDirty = useSetDirty();
  const client = useQueryClient();
  const isReturn = tab.query.kind === 'RETURN';
  const [values, setValues] = useState<Values>({
    kind: isReturn ? 'RETURN' : 'GRANT',
    mode: tab.query.mode ?? (isReturn ? 'MANUAL' : 'RULE'),
    ruleId: presetNumber(tab.query.ruleId),
    sourceBatchId: presetNumber(tab.query.sourceBatchId),
    scope: 'RANGE',
    grantOn: today(),
  });
  const [sheet, setSheet] = useState<Sheet>();
  const attempt = useAttempt((refusal) => markFields(form, refusal));
  const mode = values.mode as string;
  const what = isReturn ? '退补贴' : '发放';

  const submit = () =>
    attempt.run(async (requestKey) => {
      const body = {
        ...values,
        fileKey: sheet?.fileKey ?? null,
        filename: sheet?.filename ?? null,
        mapping: sheet?.mapping ?? null,
      };
      const { id } = await post<{ id: number }>(path, 'create', body, { requestKey });
      setDirty(false);
      void afterWrite(client, path, [id]);
      replaceTab({ path: tab.path, query: { id: String(id) } }, { id: tab.id, title: `${what}批次` });
    });
  const buttons = (
    <>
      <Button onClick={() => void closeTab(tab.id)}>取消</Button>
      <Button type="primary" loading={attempt.busy} onClick={() => void submit()}>
        校验名单
      </Button>
    </>
  );

  return (
    <BatchFrame buttons={buttons} why="下一步只校验，不入账">
      {attempt.refused ? <Alert type="error" showIcon title={attempt.refused.message} /> : null}
      <Form<Values>
        form={form}
        initialValues={values}
        labelCol={{ flex: '110px' }}
        colon={false}
        onValuesChange={(_, all) => {
          setValues({ ...values, ...all });
          setDirty(true);
        }}
      >
        <section className="k-card k-form-section" aria-label="对象">
          <h2>{isReturn ? '退回谁的补贴' : '发给谁'}</h2>
          <Form.Item name="mode" label="方式">
            <Radio.Group optionType="button" options={isReturn ? returnModes : grantModes} />
          </Form.Item>
          {isReturn ? <ReturnChoice mode={mode} /> : <GrantChoice mode={mode} />}
          {mode === 'IMPORT' || (mode === 'RULE' && !isReturn) ? (
            <Form.Item
              name="fileKey"
              label={mode === 'IMPORT' ? '名单' : '天数表格'}
              required={mode === 'IMPORT'}
              getValueProps={() => ({})}
              trigger="onNothing"
            >
              <SheetPicker
                path={path}
                sheet={sheet}
                help={
                  isReturn
                    ? '须有工号，可有姓名（用于核对）和金额（不填退回全部剩余）'
                    : mode === 'RULE'
                      ? '按出勤天数或班次计发的规则须上传：工号、天数；固定金额的规则不用上传'
                      : '须有工号和金额，可有姓名（用于核对）；选了规则时可不填金额'
                }
                onChange={(next) => {
                  setSheet(next);
                  setDirty(true);
                }}
              />
            </Form.Item>
          ) : null}
        </section>
        <section className="k-card k-form-section" aria-label="期间">
          <h2>{isReturn ? '说明' : '期间与说明'}</h2>
          {isReturn ? null : (
            <>
              <DateItem
                name="grantOn"
                label="发放日"
                from={today()}
                extra="审核通过后，在这一天 00:05 入账；今天则立即入账"
              />
              <DateItem name="expiresOn" label="到期日" extra="不填则按规则；没有规则则长期有效" />
            </>
          )}
          <Form.Item name="name" label="批次名称" extra="不填则自动命名">
            <Input style={{ width: 300 }} maxLength={60} />
          </Form.Item>
          <Form.Item name="reason" label={isReturn ? '原因' : '说明'} required={isReturn}>
            <Input.TextArea style={{ width: 400 }} rows={2} maxLength={100} />
          </Form.Item>
        </section>
      </Form>
    </BatchFrame>
  );
}

function GrantChoice({ mode }: { mode: string }) {
  return (
    <>
      {mode === 'MANUAL' ? null : (
        <Form.Item
          name="ruleId"
          label="补贴规则"
          required={mode === 'RULE'}
          {...(mode === 'IMPORT' ? { extra: '可不选。选择后按规则的有效期和使用范围发放，并核对名单是否缺人' } : {})}
        >
          <Choose width={400} label="补贴规则" source={ruleSource} />
        </Form.Item>
      )}
      {mode === 'IMPORT' ? (
        <Form.Item name="compareBatchId" label="与上批比对" extra="没有规则时，可与以前的一批比对，列出这次缺少的人">
          <Choose width={400} label="与上批比对" source="/admin/organization/subsidy/batch_recharge" />
        </Form.Item>
      ) : (
        <>
          {mode === 'MANUAL' ? (
            <Form.Item name="typeIds" label="人员类别">
              <Choose width={400} label="人员类别" source={typeSource} multiple />
            </Form.Item>
          ) : null}
          <Form.Item name="departmentIds" label="部门" extra="含下级部门；不选则不限">
            <Choose width={400} label="部门" source={departmentSource} tree multiple />
          </Form.Item>
          {mode === 'MANUAL' ? (
            <Form.Item name="amountFen" label="每人金额" required>
              <MoneyInput className="kb-amount" />
            </Form.Item>
          ) : null}
        </>
      )}
    </>
  );
}

function ReturnChoice({ mode }: { mode: string }) {
  if (mode === 'IMPORT')
    return (
      <Form.Item name="sourceBatchId" label="只退这一批" extra="不选则从名单中各人的全部补贴里退，先到期的先退">
        <Choose width={400} label="只退这一批" source="/admin/organization/subsidy/batch_recharge" />
      </Form.Item>
    );
  return (
    <>
      <Form.Item name="sourceBatchId" label="退回哪一批" extra="退回该批各人的剩余；错发整批时使用">
        <Choose width={400} label="退回哪一批" source="/admin/organization/subsidy/batch_recharge" />
      </Form.Item>
      <Form.Item name="scope" label="范围">
        <Radio.Group
          options={[
            { value: 'RANGE', label: '按类别、部门' },
            { value: 'LEAVERS', label: '销户中和已销户人员' },
          ]}
        />
      </Form.Item>
      <Form.Item name="typeIds" label="人员类别">
        <Choose width={400} label="人员类别" source={typeSource} multiple />
      </Form.Item>
      <Form.Item name="departmentIds" label="部门" extra="含下级部门；不选则不限">
        <Choose width={400} label="部门" source={departmentSource} tree multiple />
      </Form.Item>
    </>
  );
}
