/** Copying a week, laying a cycle over dates, taking a week out of a table: asked, shown, done. */
import { Alert, Button, DatePicker, Form, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { upload } from '../../../../kit/console/http/upload.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { DownloadButton } from '../../../../kit/console/widgets/download-button.tsx';
import { FileButton } from '../../../../kit/console/widgets/file-button.tsx';
import { NumberInput } from '../../../../kit/console/widgets/number-input.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { type ConflictMode, conflictModes } from '../../cycles/cycles.ts';
import type { ImportedWeek } from '../../sheets/import-week.ts';
import { addDays } from '../days.ts';
import type { LaidDown } from '../lay-over.ts';
import type { Week } from '../week.ts';
import { sayFailed } from './keep-dialog.tsx';

export interface LayDialogProps {
  path: string;
  week: Week;
  kind: 'copy' | 'cycle' | 'sheet';
  onClose(): void;
  onDone(): void;
}

interface Order {
  restaurantId: number | null;
  fromWeek: string;
  cycleId: number | null;
  from: string;
  to: string;
  firstWeek: number;
  onDaysOff: 'SKIP' | 'SHIFT';
  mode: ConflictMode;
  /** The table that was sent, and how it is called. */
  fileKey: string;
  filename: string;
}

const verbs = { copy: 'copy', cycle: 'apply', sheet: 'importWeek' } as const;
const titles = { copy: '复制整周', cycle: '套用模板与循环', sheet: '导入周菜谱' } as const;

function bodyOf(kind: LayDialogProps['kind'], order: Order, week: Week) {
  const { restaurantId, mode } = order;
  if (kind === 'sheet') return { fileKey: order.fileKey, date: week.days[0]!, restaurantId, mode };
  return kind === 'copy'
    ? { fromWeek: order.fromWeek, toWeek: week.days[0]!, restaurantId: order.restaurantId, mode: order.mode }
    : {
        cycleId: order.cycleId,
        restaurantId: order.restaurantId,
        from: order.from,
        to: order.to,
        firstWeek: order.firstWeek,
        onDaysOff: order.onDaysOff,
        mode: order.mode,
      };
}

type Plan = LaidDown & Partial<Pick<ImportedWeek, 'faults'>>;

function Planned({ plan }: { plan: Plan }) {
  const kinds = Map.groupBy(plan.skipped, (one) => one.why);
  return (
    <Alert
      type={plan.written > 0 ? 'info' : 'warning'}
      showIcon
      title={`将写入 ${plan.written} 餐${plan.changed > 0 ? `，其中 ${plan.changed} 餐原有菜品会改变` : ''}`}
      description={[...kinds]
        .map(
          ([why, list]) =>
            `${why}：${list.length} 餐（${list
              .slice(0, 3)
              .map((one) => one.date.slice(5))
              .join('、')}${list.length > 3 ? ' 等' : ''}）不动`,
        )
        .join('；')}
    />
  );
}

function Faults({ faults }: { faults: readonly string[] }) {
  return (
    <Alert
      className="mw-lay-faults"
      type="warning"
      showIcon
      title={`${faults.length} 处没有读进来，其余照写`}
      description={
        <ul className="mw-faults">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      }
    />
  );
}

const date = (value: string, label: string, put: (text: string) => void) => (
  <DatePicker
    aria-label={label}
    allowClear={false}
    value={dayjs(value)}
    onChange={(day) => day && put(day.format('YYYY-MM-DD'))}
  />
);

export function LayDialog({ path, week, kind, onClose, onDone }: LayDialogProps) {
  const [order, setOrder] = useState<Order>({
    restaurantId: kind === 'copy' ? null : (week.places[0]?.id ?? null),
    fromWeek: addDays(week.days[0]!, -7),
    cycleId: null,
    from: week.days[0]!,
    to: week.days[6]!,
    firstWeek: 1,
    onDaysOff: 'SKIP',
    mode: 'KEEP',
    fileKey: '',
    filename: '',
  });
  const [plan, setPlan] = useState<Plan | null>(null);
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Order>) => {
    setOrder({ ...order, ...change });
    setPlan(null);
  };
  const ask = async (write: boolean) => {
    setBusy(true);
    const verb = verbs[kind];
    try {
      const answer = await post<Plan>(path, write ? verb : `${verb}Look`, bodyOf(kind, order, week));
      if (!write) return setPlan(answer);
      feedback().message.success(`已写入 ${answer.written} 餐`);
      onDone();
    } catch (error) {
      sayFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const send = async (chosen: File) => {
    setBusy(true);
    try {
      const { key } = await upload(chosen, undefined, undefined, 'import');
      put({ fileKey: key, filename: chosen.name });
    } catch (error) {
      sayFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const given = { copy: true, cycle: order.cycleId !== null, sheet: order.fileKey !== '' }[kind];
  const ready = given && (kind === 'copy' || order.restaurantId !== null);
  return (
    <Modal
      open
      title={titles[kind]}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        plan ? (
          <Button key="do" type="primary" loading={busy} disabled={plan.written === 0} onClick={() => void ask(true)}>
            写入 {plan.written} 餐
          </Button>
        ) : (
          <Button key="look" type="primary" loading={busy} disabled={!ready} onClick={() => void ask(false)}>
            预览
          </Button>
        ),
      ]}
    >
      <Form layout="horizontal" labelCol={{ span: 6 }}>
        <Form.Item label="餐厅">
          <Select<number | null>
            aria-label="餐厅"
            value={order.restaurantId}
            options={[
              ...(kind === 'copy' ? [{ value: null, label: '全部餐厅' }] : []),
              ...week.places.map((place) => ({ value: place.id, label: place.name })),
            ]}
            onChange={(restaurantId) => put({ restaurantId })}
          />
        </Form.Item>
        {kind === 'copy' ? (
          <Form.Item label="从哪一周">{date(order.fromWeek, '从哪一周', (fromWeek) => put({ fromWeek }))}</Form.Item>
        ) : null}
        {kind === 'sheet' ? (
          <Form.Item
            label="周菜谱表格"
            extra="与张贴的一样：一列一天，一行一餐，一格里一行一道菜或用顿号隔开，菜名后可写「8元」。"
          >
            <FileButton
              label="周菜谱表格"
              accept=".xlsx,.csv,.txt"
              loading={busy}
              onFile={(chosen) => void send(chosen)}
            >
              {order.filename || '选择表格'}
            </FileButton>
            <DownloadButton
              type="link"
              url={`${path}/weekFile`}
              body={{ date: week.days[0], restaurantId: order.restaurantId }}
            >
              下载本周样表
            </DownloadButton>
          </Form.Item>
        ) : null}
        {kind === 'cycle' ? (
          <>
            <Form.Item label="模板或循环">
              <RefSelect
                label="模板或循环"
                source={`${path}/cycle`}
                tree={false}
                multiple={false}
                value={order.cycleId}
                onChange={(id) => put({ cycleId: typeof id === 'number' ? id : null })}
              />
            </Form.Item>
            <Form.Item label="日期">
              {date(order.from, '开始日期', (from) => put({ from }))} –{' '}
              {date(order.to, '结束日期', (to) => put({ to }))}
            </Form.Item>
            <Form.Item label="从第几周起">
              <NumberInput
                label="从第几周起"
                value={order.firstWeek}
                onChange={(n) => put({ firstWeek: typeof n === 'number' ? n : 1 })}
              />
            </Form.Item>
            <Form.Item label="休息日">
              <Radio.Group
                value={order.onDaysOff}
                options={[
                  { value: 'SKIP', label: '跳过' },
                  { value: 'SHIFT', label: '顺延' },
                ]}
                onChange={(event) => put({ onDaysOff: event.target.value })}
              />
            </Form.Item>
          </>
        ) : null}
        {kind === 'sheet' ? (
          <Form.Item label="写到">
            {week.days[0]} 至 {week.days[6]}
          </Form.Item>
        ) : null}
        <Form.Item label="已排菜的餐">
          <Radio.Group
            value={order.mode}
            options={[...conflictModes]}
            onChange={(event) => put({ mode: event.target.value })}
          />
        </Form.Item>
        {plan ? <Planned plan={plan} /> : null}
        {plan?.faults?.length ? <Faults faults={plan.faults} /> : null}
      </Form>
    </Modal>
  );
}
