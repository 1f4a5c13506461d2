/** 人工消费, handed in: which meal and whom → everybody with what is due → the total → handed in. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Form, Input, Radio, Select, Steps, Table } from 'antd';
import { useRef, useState } from 'react';
import { today } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { closeTab, openTab } from '../../../kit/console/nav/tabs-store.ts';
import { useSetDirty, useTab } from '../../../kit/console/nav/use-tab.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import dayjs from '../../../kit/console/widgets/dayjs-zh.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { RefSelect } from '../../../kit/console/widgets/ref-select.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { ChargePlan, PlannedLine } from '../manual/plan.ts';
import { chargeKinds, chargeReasons, chargeWays } from '../manual/states.ts';
import { Figure } from './batch-parts.tsx';

interface Choice {
  kind: string;
  diningDate: string | null;
  mealPeriodId?: number | null;
  restaurantId?: number | null;
  deploySiteId?: number | null;
  way: string;
  priceFen?: number | null;
  allowArrears: boolean;
  reason: string;
  remark?: string;
  personIds?: number[];
  departmentIds?: number[];
  typeIds?: number[];
  numbers?: string;
}

interface ChooseProps {
  id?: string;
  source: string;
  label: string;
  multiple?: boolean;
  tree?: boolean;
  width?: number;
  value?: number | number[];
  onChange?: (value: number | number[] | null) => void;
}

/** antd's Form hands in `id`, `value`, `onChange`. */
function Choose({ id, source, label, multiple, tree, width = 300, value, onChange }: ChooseProps) {
  return (
    <div style={{ width }}>
      <RefSelect
        {...(id ? { id } : {})}
        label={label}
        source={source}
        multiple={multiple ?? false}
        tree={tree ?? false}
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

const required = (message: string) => [{ required: true, message }];

export function NewCharge({ path }: { path: string }) {
  const tab = useTab();
  const client = useQueryClient();
  const { message } = App.useApp();
  const setDirty = useSetDirty();
  const [form] = Form.useForm<Choice>();
  const [step, setStep] = useState(0);
  const [plan, setPlan] = useState<ChargePlan>();
  const [chosen, setChosen] = useState<number[]>([]);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const requestKey = useRef(newRequestKey());
  const kind = Form.useWatch('kind', form) ?? 'ORDER';
  const way = Form.useWatch('way', form) ?? 'RULE';

  const lines = (plan?.lines ?? []).filter((l) => l.problem === null && chosen.includes(l.personId));
  const totalFen = lines.reduce((sum, l) => sum + l.amountFen, 0);
  const meals = lines.reduce((sum, l) => sum + l.countUsed, 0);
  const alone = plan !== undefined && totalFen <= plan.limitFen;

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
      const at = Object.entries(error.fields);
      form.setFields(at.map(([name, text]) => ({ name: name as keyof Choice, errors: [text] })));
      if (at.length > 0) setStep(0);
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    guarded(async () => {
      const choice = await form.validateFields();
      const found = await post<ChargePlan>(path, 'preview', { ...choice });
      setPlan(found);
      setChosen(found.lines.filter((l) => l.problem === null).map((l) => l.personId));
      setStep(1);
    });
  const submit = () =>
    guarded(async () => {
      const without = (plan?.lines ?? [])
        .filter((l) => l.problem === null && !chosen.includes(l.personId))
        .map((l) => l.personId);
      const body = { ...(form.getFieldsValue(true) as Choice), without, totalFen, personCount: lines.length };
      const { id } = await post<{ id: number }>(path, 'create', body, { requestKey: requestKey.current });
      setDirty(false);
      message.success(alone ? '已提交，正在扣款' : '已提交，等待另一人审核');
      await client.invalidateQueries({ queryKey: pageKey(path) });
      openTab({ path: `${path}/deatil_form`, query: { id: String(id) } });
      void closeTab(tab.id, true);
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
        <div hidden={step !== 0}>
          <Form<Choice>
            form={form}
            labelCol={{ flex: '120px' }}
            colon={false}
            initialValues={{
              kind: 'ORDER',
              way: 'RULE',
              reason: 'DEVICE_DOWN',
              allowArrears: false,
              diningDate: today(),
            }}
            onValuesChange={() => {
              setDirty(true);
              setRefused(undefined);
            }}
          >
            <section className="k-card k-form-section">
              <h2>哪一餐</h2>
              <Form.Item name="kind" label="类型">
                <Radio.Group options={chargeKinds.map((k) => ({ ...k }))} />
              </Form.Item>
              <Form.Item
                name="diningDate"
                label="就餐日期"
                rules={required('请选择就餐日期')}
                getValueProps={(value?: string) => ({ value: value ? dayjs(value) : null })}
                normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
              >
                <DatePicker style={{ width: 200 }} />
              </Form.Item>
              <Form.Item name="mealPeriodId" label="餐次" rules={required('请选择餐次')}>
                <Choose label="餐次" source="/admin/organization/meal" width={200} />
              </Form.Item>
              <Form.Item name="restaurantId" label="餐厅" rules={required('请选择餐厅')}>
                <Choose label="餐厅" source="/admin/organization/restaurant" />
              </Form.Item>
              <Form.Item name="deploySiteId" label="部署点" extra="定值按部署点不同时选择">
                <Choose label="部署点" source="/admin/organization/deploy_site" />
              </Form.Item>
            </section>
            <section className="k-card k-form-section">
              <h2>金额与原因</h2>
              {kind === 'REDEEM' ? (
                <p className="k-help">每人从次数账户扣 1 次，不动钱。</p>
              ) : (
                <>
                  <Form.Item name="way" label="金额">
                    <Radio.Group options={chargeWays.map((w) => ({ ...w }))} />
                  </Form.Item>
                  {way === 'PRICE' ? (
                    <Form.Item name="priceFen" label="每人金额" rules={required('请输入每人金额')}>
                      <MoneyInput label="每人金额" className="" />
                    </Form.Item>
                  ) : null}
                  <Form.Item name="allowArrears" label="余额不足" extra="记欠款时，不足的部分下次充值先还">
                    <Radio.Group
                      options={[
                        { value: false, label: '不扣，列为失败' },
                        { value: true, label: '扣到 0，其余记欠款' },
                      ]}
                    />
                  </Form.Item>
                </>
              )}
              <Form.Item name="reason" label="原因">
                <Select style={{ width: 200 }} options={chargeReasons.map((r) => ({ ...r }))} />
              </Form.Item>
              <Form.Item name="remark" label="备注">
                <Input.TextArea style={{ width: 400 }} rows={2} maxLength={200} showCount />
              </Form.Item>
            </section>
            <section className="k-card k-form-section">
              <h2>扣谁的</h2>
              <Form.Item name="personIds" label="人员" extra="可输入姓名、工号，或把卡放到读卡器上">
                <Choose label="人员" source="/admin/organization/user" multiple width={500} />
              </Form.Item>
              <Form.Item name="numbers" label="工号/卡号" extra="一行一个，可从 Excel 或纸质登记表粘贴">
                <Input.TextArea style={{ width: 500 }} rows={4} maxLength={100_000} />
              </Form.Item>
              <Form.Item name="departmentIds" label="整个部门" extra="含下级部门；同时选类别时只取部门内的该类别">
                <Choose label="整个部门" source="/admin/organization/department" multiple tree width={400} />
              </Form.Item>
              <Form.Item name="typeIds" label="整个类别">
                <Choose label="整个类别" source="/admin/organization/type" multiple width={400} />
              </Form.Item>
            </section>
          </Form>
        </div>
        {step === 1 && plan ? <Plan plan={plan} chosen={chosen} onChosen={setChosen} /> : null}
        {step === 2 ? (
          <section className="k-card k-form-section" aria-label="核对合计">
            <h2>核对合计</h2>
            <div className="cn-figures">
              <Figure label="人数" unit="人">
                {lines.length}
              </Figure>
              {meals > 0 ? (
                <Figure label="扣次数" unit="次">
                  {meals}
                </Figure>
              ) : (
                <Figure label="扣款合计" unit="元">
                  {formatFenGrouped(totalFen)}
                </Figure>
              )}
            </div>
            <Alert
              className="cn-note"
              type={alone ? 'warning' : 'info'}
              showIcon
              title={
                alone
                  ? `合计不超过免审限额 ${formatFenGrouped(plan?.limitFen ?? 0)} 元，提交后立即扣款。`
                  : `合计超过免审限额 ${formatFenGrouped(plan?.limitFen ?? 0)} 元，须由另一人审核后扣款。`
              }
              description="扣款后不能删除，可以整批撤销：每笔按原扣款顺序退回原账户。"
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
            title={lines.length === 0 ? '没有可以扣款的人员' : ''}
            onClick={() => setStep(2)}
          >
            核对 {lines.length} 人
          </Button>
        ) : (
          <Button type="primary" loading={busy} onClick={() => void submit()}>
            {meals > 0
              ? `核销 ${meals} 次`
              : alone
                ? `立即扣款 ${formatFenGrouped(totalFen)} 元`
                : `提交审核 ${formatFenGrouped(totalFen)} 元`}
          </Button>
        )}
      </div>
    </div>
  );
}

function Plan({ plan, chosen, onChosen }: { plan: ChargePlan; chosen: number[]; onChosen: (ids: number[]) => void }) {
  const problems = plan.lines.length - plan.count;
  return (
    <section className="k-card k-form-section" aria-label="预览">
      {plan.missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          className="k-refused"
          title={`${plan.missing.length} 个号码没有找到人：${plan.missing.slice(0, 20).join('、')}${plan.missing.length > 20 ? ' 等' : ''}`}
        />
      ) : null}
      {plan.repeated.length > 0 ? (
        <Alert
          type="info"
          showIcon
          className="k-refused"
          title={`${plan.repeated.length} 个号码重复，只扣一次：${plan.repeated.slice(0, 20).join('、')}`}
        />
      ) : null}
      <div className="cn-bar">
        <b>
          共 {plan.lines.length} 人：{plan.count} 人可以扣款{problems > 0 ? `，${problems} 人不能` : ''}
        </b>
        <span className="k-muted">可以取消勾选个别人员</span>
      </div>
      <Table<PlannedLine>
        size="small"
        rowKey="personId"
        dataSource={[...plan.lines].sort((a, b) => Number(b.problem !== null) - Number(a.problem !== null))}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => onChosen(keys as number[]),
          getCheckboxProps: (line) => ({ disabled: line.problem !== null }),
        }}
        pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: '姓名', dataIndex: 'personName', width: 110 },
          { title: '工号', dataIndex: 'jobNumber', width: 120, render: (v: string | null) => v ?? '—' },
          { title: '部门', dataIndex: 'departmentName', width: 140, render: (v: string | null) => v ?? '—' },
          { title: '类别', dataIndex: 'typeName', width: 100 },
          {
            title: '应扣（元）',
            dataIndex: 'amountFen',
            width: 120,
            align: 'right',
            render: (fen: number, line) =>
              line.countUsed > 0 ? `${line.countUsed} 次` : <MoneyText fen={fen} strong />,
          },
          {
            title: '说明',
            render: (_, line) =>
              line.problem ? (
                <span className="k-negative">{line.problem}</span>
              ) : (
                <>
                  {line.warning ? <b>{line.warning}　</b> : null}
                  <span className="k-muted">{line.note}</span>
                </>
              ),
          },
        ]}
      />
    </section>
  );
}
