/** 批量纠错, asked for: the meal → every charge with its right price → the totals → handed in. */
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { TotalsCheck } from '../../../kit/console/batch/totals-check.tsx';
import { useBatchWizard, WizardFrame } from '../../../kit/console/batch/wizard.tsx';
import { replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { Choose, DateItem, required } from '../../../kit/console/widgets/form-items.tsx';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { BatchPreview, PreviewLine } from '../correct/batch-preview.ts';
import { correctionWays } from '../pages/correct-batch.page.ts';
import { CorrectPreviewTable, moved } from './correct-preview-table.tsx';
import { Figure } from './figure.tsx';

interface Choice {
  deviceId?: number | null;
  businessDate?: string | null;
  mealPeriodId?: number | null;
  way: 'RULE' | 'PRICE';
  priceFen?: number | null;
  reason?: string;
}

export function NewCorrectionBatch({ path }: { path: string }) {
  const tab = useTab();
  const [rights, setRights] = useState<ReadonlyMap<number, number>>(new Map());
  const wizard = useBatchWizard<Choice, BatchPreview>(path, (found) => {
    setRights(new Map());
    return found.lines.filter((l) => l.kind !== null).map((l) => l.tradeId);
  });
  const { step, preview, chosen } = wizard;
  const way = Form.useWatch('way', wizard.form) ?? 'RULE';
  const rightFen = (line: PreviewLine) => rights.get(line.tradeId) ?? line.rightFen;
  const lines = (preview?.lines ?? []).filter((l) => chosen.includes(l.tradeId) && moved(l, rightFen(l)) !== 0);
  const refundFen = lines.reduce((sum, l) => sum + Math.max(0, -moved(l, rightFen(l))), 0);
  const supplementFen = lines.reduce((sum, l) => sum + Math.max(0, moved(l, rightFen(l))), 0);
  const alone = preview !== undefined && refundFen + supplementFen <= preview.limitFen;
  const total = formatFenGrouped(refundFen + supplementFen);
  return (
    <WizardFrame
      wizard={wizard}
      check={`核对 ${lines.length} 笔`}
      nothing={lines.length === 0 ? '没有需要纠正的消费' : ''}
      onSubmit={() =>
        wizard.submit({
          bodyOf: (choice) => ({
            ...choice,
            lines: lines.map((l) => ({ tradeId: l.tradeId, rightFen: rightFen(l) })),
            refundFen,
            supplementFen,
          }),
          said: alone ? '已提交，正在执行' : '已提交，等待另一人审核',
          done: (id) => replaceTab({ path: tab.path, query: { id: String(id) } }, { id: tab.id }),
        })
      }
      submit={alone ? `立即纠正 ${total} 元` : `提交审核 ${total} 元`}
    >
      <section className="k-card k-form-section" hidden={step !== 0}>
        <h2>哪一餐的价格错了</h2>
        <Form<Choice>
          form={wizard.form}
          labelCol={{ flex: '120px' }}
          colon={false}
          initialValues={{ way: 'RULE' }}
          onValuesChange={wizard.touched}
        >
          <Form.Item name="deviceId" label="设备" rules={required('请选择设备')}>
            <Choose required label="设备" source="/admin/organization/device_list" />
          </Form.Item>
          <DateItem required name="businessDate" label="营业日期" />
          <Form.Item name="mealPeriodId" label="餐次" rules={required('请选择餐次')}>
            <Choose required label="餐次" source="/admin/organization/meal" />
          </Form.Item>
          <Form.Item
            name="way"
            label="应收"
            extra={way === 'RULE' ? '先在「定值设置」改好价格，再按每个人的类别和次数重算' : undefined}
          >
            <Radio.Group options={correctionWays.map((w) => ({ ...w }))} />
          </Form.Item>
          {way === 'PRICE' ? (
            <Form.Item name="priceFen" label="统一价" rules={required('请输入单价，可以为 0')}>
              <MoneyInput label="统一价" className="kb-amount" />
            </Form.Item>
          ) : null}
          <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
            <Input.TextArea style={{ width: 400 }} rows={2} maxLength={200} showCount />
          </Form.Item>
        </Form>
      </section>
      {step === 1 && preview ? (
        <CorrectPreviewTable
          preview={preview}
          chosen={chosen}
          onChosen={wizard.setChosen}
          rightFen={rightFen}
          onRight={(tradeId, fen) => setRights((before) => new Map(before).set(tradeId, fen))}
        />
      ) : null}
      {step === 2 ? (
        <TotalsCheck
          alone={alone}
          limitFen={preview?.limitFen ?? 0}
          below={(limit) => `合计 ${total} 元不超过免审限额 ${limit} 元，提交后立即执行。`}
          above={(limit) => `合计 ${total} 元超过免审限额 ${limit} 元，须由另一人审核后执行。`}
          after="执行后每笔都有冲正或补扣记录，不能删除；发现仍有错误，可以再单独纠错。"
        >
          <Figure label="消费" unit="笔">
            {lines.length}
          </Figure>
          <Figure label="退回给就餐人" unit="元">
            {formatFenGrouped(refundFen)}
          </Figure>
          <Figure label="再补扣" unit="元">
            {formatFenGrouped(supplementFen)}
          </Figure>
        </TotalsCheck>
      ) : null}
    </WizardFrame>
  );
}
