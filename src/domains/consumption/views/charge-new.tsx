/** 人工消费, handed in: which meal and whom → everybody with what is due → the total → handed in. */
import { Form, type FormInstance, Input, Radio, Select } from 'antd';
import { TotalsCheck } from '../../../kit/console/batch/totals-check.tsx';
import { useBatchWizard, WizardFrame } from '../../../kit/console/batch/wizard.tsx';
import { bookDay } from '../../../kit/console/clock.ts';
import { closeTab, openTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { Choose, DateItem, required } from '../../../kit/console/widgets/form-items.tsx';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { chosenAtFirst } from '../manual/chosen-first.ts';
import type { ChargePlan } from '../manual/plan.ts';
import { chargeKinds, chargeReasons, chargeWays } from '../manual/states.ts';
import { ChargePlanTable } from './charge-plan-table.tsx';
import { Figure } from './figure.tsx';

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

export function NewCharge({ path }: { path: string }) {
  const tab = useTab();
  const wizard = useBatchWizard<Choice, ChargePlan>(path, (found, { departmentIds, typeIds }) =>
    chosenAtFirst(found, [...(departmentIds ?? []), ...(typeIds ?? [])].length > 0),
  );
  const { step, preview: plan, chosen } = wizard;
  const possible = (plan?.lines ?? []).filter((l) => l.problem === null);
  const lines = possible.filter((l) => chosen.includes(l.personId));
  const leftOut = possible.filter((l) => !chosen.includes(l.personId)).map((l) => l.personId);
  const totalFen = lines.reduce((sum, l) => sum + l.amountFen, 0);
  const meals = lines.reduce((sum, l) => sum + l.countUsed, 0);
  const alone = plan !== undefined && totalFen <= plan.limitFen;
  const total = formatFenGrouped(totalFen);
  return (
    <WizardFrame
      wizard={wizard}
      check={`核对 ${lines.length} 人`}
      nothing={lines.length === 0 ? '没有可以扣款的人员' : ''}
      onSubmit={() =>
        wizard.submit({
          bodyOf: (choice) => ({ ...choice, without: leftOut, totalFen, personCount: lines.length }),
          said: alone ? '已提交，正在扣款' : '已提交，等待另一人审核',
          done: (id) => {
            openTab({ path: `${path}/deatil_form`, query: { id: String(id) } });
            void closeTab(tab.id, true);
          },
        })
      }
      submit={meals > 0 ? `核销 ${meals} 次` : alone ? `立即扣款 ${total} 元` : `提交审核 ${total} 元`}
    >
      <div hidden={step !== 0}>
        <ChoiceForm form={wizard.form} kind={tab.query.kind} onTouched={wizard.touched} />
      </div>
      {step === 1 && plan ? <ChargePlanTable plan={plan} chosen={chosen} onChosen={wizard.setChosen} /> : null}
      {step === 2 ? (
        <TotalsCheck
          alone={alone}
          limitFen={plan?.limitFen ?? 0}
          below={(limit) => `合计不超过免审限额 ${limit} 元，提交后立即扣款。`}
          above={(limit) => `合计超过免审限额 ${limit} 元，须由另一人审核后扣款。`}
          after="扣款后不能删除，可以整批撤销：每笔按原扣款顺序退回原账户。"
        >
          <Figure label="人数" unit="人">
            {lines.length}
          </Figure>
          {meals > 0 ? (
            <Figure label="扣次数" unit="次">
              {meals}
            </Figure>
          ) : (
            <Figure label="扣款合计" unit="元">
              {total}
            </Figure>
          )}
        </TotalsCheck>
      ) : null}
    </WizardFrame>
  );
}

function ChoiceForm({
  form,
  kind: asked,
  onTouched,
}: {
  form: FormInstance<Choice>;
  /** The kind the button stood for. */
  kind: string | undefined;
  onTouched: () => void;
}) {
  const start = chargeKinds.some((k) => k.value === asked) ? asked! : 'ORDER';
  const kind = Form.useWatch('kind', form) ?? start;
  const way = Form.useWatch('way', form) ?? 'RULE';
  return (
    <Form<Choice>
      form={form}
      labelCol={{ flex: '120px' }}
      colon={false}
      initialValues={{
        kind: start,
        way: 'RULE',
        reason: 'DEVICE_DOWN',
        allowArrears: false,
        diningDate: bookDay(),
      }}
      onValuesChange={onTouched}
    >
      <section className="k-card k-form-section">
        <h2>哪一餐</h2>
        <Form.Item name="kind" label="类型">
          <Radio.Group options={chargeKinds.map((k) => ({ ...k }))} />
        </Form.Item>
        <DateItem required name="diningDate" label="就餐日期" />
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
                <MoneyInput label="每人金额" className="kb-amount" />
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
  );
}
