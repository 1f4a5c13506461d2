/** 批量纠错, asked for: the meal → every charge with its right price → the totals → handed in. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Form, Input, Radio, Steps, Table } from 'antd';
import { useRef, useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { closeTab, replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useSetDirty, useTab } from '../../../kit/console/nav/use-tab.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import dayjs from '../../../kit/console/widgets/dayjs-zh.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { RefSelect } from '../../../kit/console/widgets/ref-select.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { BatchPreview, PreviewLine } from '../correct/batch-preview.ts';
import { correctionWays } from '../pages/correct-batch.page.ts';
import { Figure } from './batch-parts.tsx';

interface Choice {
  deviceId?: number | null;
  businessDate?: string | null;
  mealPeriodId?: number | null;
  way: 'RULE' | 'PRICE';
  priceFen?: number | null;
  reason?: string;
}

/** antd's Form hands in `id`, `value`, `onChange`. */
function Choose(props: {
  id?: string;
  source: string;
  label: string;
  value?: number;
  onChange?: (value: number | null) => void;
}) {
  return (
    <div style={{ width: 300 }}>
      <RefSelect
        {...(props.id ? { id: props.id } : {})}
        label={props.label}
        source={props.source}
        value={props.value}
        onChange={(value) => props.onChange?.(value as number | null)}
        required
      />
    </div>
  );
}

/** What a line would move with the right price typed for it. */
function moved(line: PreviewLine, rightFen: number | null) {
  if (rightFen === null) return 0;
  return rightFen - line.chargedFen;
}

export function NewCorrectionBatch({ path }: { path: string }) {
  const tab = useTab();
  const client = useQueryClient();
  const { message } = App.useApp();
  const setDirty = useSetDirty();
  const [form] = Form.useForm<Choice>();
  const [step, setStep] = useState(0);
  const [preview, setPreview] = useState<BatchPreview>();
  const [chosen, setChosen] = useState<number[]>([]);
  const [rights, setRights] = useState<ReadonlyMap<number, number>>(new Map());
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const requestKey = useRef(newRequestKey());
  const way = Form.useWatch('way', form) ?? 'RULE';

  const rightFen = (line: PreviewLine) => rights.get(line.tradeId) ?? line.rightFen;
  const lines = (preview?.lines ?? []).filter((l) => chosen.includes(l.tradeId) && moved(l, rightFen(l)) !== 0);
  const refundFen = lines.reduce((sum, l) => sum + Math.max(0, -moved(l, rightFen(l))), 0);
  const supplementFen = lines.reduce((sum, l) => sum + Math.max(0, moved(l, rightFen(l))), 0);
  const total = refundFen + supplementFen;
  const alone = preview !== undefined && total <= preview.limitFen;

  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefused(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        if (error instanceof Error) throw error;
        return;
      }
      setRefused(error.message);
      form.setFields(
        Object.entries(error.fields).map(([name, text]) => ({ name: name as keyof Choice, errors: [text] })),
      );
      if (Object.keys(error.fields).length > 0) setStep(0);
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    guarded(async () => {
      const choice = await form.validateFields();
      const found = await post<BatchPreview>(path, 'preview', { ...choice });
      setPreview(found);
      setRights(new Map());
      setChosen(found.lines.filter((l) => l.kind !== null).map((l) => l.tradeId));
      setStep(1);
    });
  const submit = () =>
    guarded(async () => {
      const body = {
        ...(form.getFieldsValue(true) as Choice),
        lines: lines.map((l) => ({ tradeId: l.tradeId, rightFen: rightFen(l) })),
        refundFen,
        supplementFen,
      };
      const { id } = await post<{ id: number }>(path, 'create', body, { requestKey: requestKey.current });
      setDirty(false);
      message.success(alone ? '已提交，正在执行' : '已提交，等待另一人审核');
      await client.invalidateQueries({ queryKey: pageKey(path) });
      replaceTab({ path: tab.path, query: { id: String(id) } }, { id: tab.id });
    });

  return (
    <div className="k-page k-form">
      <div className="k-form-scroll">
        <section className="k-card cn-card">
          <Steps
            size="small"
            current={step}
            items={['选择', '预览', '核对合计', '审核', '执行', '结果'].map((title) => ({ title }))}
          />
        </section>
        {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
        <section className="k-card k-form-section" hidden={step !== 0}>
          <h2>哪一餐的价格错了</h2>
          <Form<Choice>
            form={form}
            labelCol={{ flex: '120px' }}
            colon={false}
            initialValues={{ way: 'RULE' }}
            onValuesChange={() => {
              setDirty(true);
              setRefused(undefined);
            }}
          >
            <Form.Item name="deviceId" label="设备" rules={[{ required: true, message: '请选择设备' }]}>
              <Choose label="设备" source="/admin/organization/device_list" />
            </Form.Item>
            <Form.Item
              name="businessDate"
              label="营业日期"
              rules={[{ required: true, message: '请选择营业日期' }]}
              getValueProps={(value?: string) => ({ value: value ? dayjs(value) : null })}
              normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
            >
              <DatePicker style={{ width: 200 }} />
            </Form.Item>
            <Form.Item name="mealPeriodId" label="餐次" rules={[{ required: true, message: '请选择餐次' }]}>
              <Choose label="餐次" source="/admin/organization/meal" />
            </Form.Item>
            <Form.Item
              name="way"
              label="应收"
              extra={way === 'RULE' ? '先在「定值设置」改好价格，再按每个人的类别和次数重算' : undefined}
            >
              <Radio.Group options={correctionWays.map((w) => ({ ...w }))} />
            </Form.Item>
            {way === 'PRICE' ? (
              <Form.Item name="priceFen" label="统一价" rules={[{ required: true, message: '请输入单价，可以为 0' }]}>
                <MoneyInput label="统一价" className="" />
              </Form.Item>
            ) : null}
            <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
              <Input.TextArea style={{ width: 400 }} rows={2} maxLength={200} showCount />
            </Form.Item>
          </Form>
        </section>
        {step === 1 && preview ? (
          <PreviewTable
            preview={preview}
            chosen={chosen}
            onChosen={setChosen}
            rightFen={rightFen}
            onRight={(tradeId, fen) => setRights((before) => new Map(before).set(tradeId, fen))}
          />
        ) : null}
        {step === 2 ? (
          <section className="k-card k-form-section" aria-label="核对合计">
            <h2>核对合计</h2>
            <div className="cn-figures">
              <Figure label="消费" unit="笔">
                {lines.length}
              </Figure>
              <Figure label="退回给就餐人" unit="元">
                {formatFenGrouped(refundFen)}
              </Figure>
              <Figure label="再补扣" unit="元">
                {formatFenGrouped(supplementFen)}
              </Figure>
            </div>
            <Alert
              className="cn-note"
              type={alone ? 'warning' : 'info'}
              showIcon
              title={
                alone
                  ? `合计 ${formatFenGrouped(total)} 元不超过免审限额 ${formatFenGrouped(preview?.limitFen ?? 0)} 元，提交后立即执行。`
                  : `合计 ${formatFenGrouped(total)} 元超过免审限额 ${formatFenGrouped(preview?.limitFen ?? 0)} 元，须由另一人审核后执行。`
              }
              description="执行后每笔都有冲正或补扣记录，不能删除；发现仍有错误，可以再单独纠错。"
            />
          </section>
        ) : null}
      </div>
      <div data-part="form-actions" className="k-form-actions">
        <Button onClick={() => (step === 0 ? void closeTab(tab.id) : setStep(step - 1))}>
          {step === 0 ? '取消' : '上一步'}
        </Button>
        {step === 0 ? (
          <Button type="primary" loading={busy} onClick={() => void look()}>
            预览
          </Button>
        ) : step === 1 ? (
          <Button
            type="primary"
            disabled={lines.length === 0}
            title={lines.length === 0 ? '没有需要纠正的消费' : ''}
            onClick={() => setStep(2)}
          >
            核对 {lines.length} 笔
          </Button>
        ) : (
          <Button type="primary" loading={busy} onClick={() => void submit()}>
            {alone ? `立即纠正 ${formatFenGrouped(total)} 元` : `提交审核 ${formatFenGrouped(total)} 元`}
          </Button>
        )}
      </div>
    </div>
  );
}

function PreviewTable({
  preview,
  chosen,
  onChosen,
  rightFen,
  onRight,
}: {
  preview: BatchPreview;
  chosen: number[];
  onChosen: (ids: number[]) => void;
  rightFen: (line: PreviewLine) => number | null;
  onRight: (tradeId: number, fen: number) => void;
}) {
  return (
    <section className="k-card k-form-section" aria-label="预览">
      <div className="cn-bar">
        <b>
          共 {preview.lines.length} 笔：{preview.count} 笔要纠正，{preview.unchanged} 笔实收正确
          {preview.problems > 0 ? `，${preview.problems} 笔不能批量处理` : ''}
        </b>
        <span className="k-muted">可以取消勾选，也可以单独改某一笔的应收</span>
      </div>
      <Table<PreviewLine>
        size="small"
        rowKey="tradeId"
        dataSource={preview.lines}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => onChosen(keys as number[]),
          getCheckboxProps: (line) => ({ disabled: line.locked }),
        }}
        rowClassName={(line) => (line.kind === null ? 'cn-muted-row' : '')}
        pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: '姓名', dataIndex: 'personName', width: 110 },
          { title: '工号', dataIndex: 'jobNumber', width: 110, render: (v: string | null) => v ?? '—' },
          { title: '类别', dataIndex: 'typeName', width: 90 },
          { title: '消费时间', dataIndex: 'occurredAt', width: 90, render: (v: string) => formatTime(v).slice(11, 19) },
          { title: '第几次', dataIndex: 'nth', width: 70, align: 'right' },
          {
            title: '现实收（元）',
            dataIndex: 'chargedFen',
            width: 110,
            align: 'right',
            render: (fen: number) => <MoneyText fen={fen} />,
          },
          {
            title: '应收（元）',
            width: 120,
            align: 'right',
            render: (_, line) =>
              line.locked ? (
                <MoneyText fen={line.rightFen} />
              ) : (
                <MoneyInput
                  bare
                  label={`${line.personName} 的应收`}
                  value={rightFen(line)}
                  onChange={(fen) => typeof fen === 'number' && onRight(line.tradeId, fen)}
                />
              ),
          },
          {
            title: '退回 / 补扣（元）',
            width: 140,
            align: 'right',
            render: (_, line) => {
              const more = moved(line, rightFen(line));
              if (more === 0 || line.locked) return <span className="k-muted">—</span>;
              return (
                <>
                  {more < 0 ? '退 ' : '补 '}
                  <MoneyText fen={Math.abs(more)} strong />
                </>
              );
            },
          },
          {
            title: '说明',
            dataIndex: 'note',
            render: (note: string, line) => <span className={line.problem ? 'k-negative' : ''}>{note}</span>,
          },
        ]}
      />
    </section>
  );
}
