/** 设备批量入库: choose the way, see every serial number with its fault, enter when all are good. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Select, Table, Tabs } from 'antd';
import { useRef, useState } from 'react';
import { asRefusal, post } from '../../../../kit/console/http/client.ts';
import { closeTab, openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useSetDirty, useTab } from '../../../../kit/console/nav/use-tab.ts';
import { keyAfter, newRequestKey } from '../../../../kit/console/screens/form/request-key.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { DateItem } from '../../../../kit/console/widgets/form-items.tsx';
import { RefSelect } from '../../../../kit/console/widgets/ref-select.tsx';
import { deviceModes } from '../device-fields.ts';
import type { SerialLine } from '../serials.ts';

interface Checked {
  lines: SerialLine[];
  good: number;
  bad: number;
}
type Way = 'range' | 'list';

function Lines({ checked }: { checked: Checked }) {
  return (
    <Table<SerialLine>
      size="small"
      rowKey={(_, i) => String(i)}
      dataSource={[...checked.lines].sort((a, b) => Number(Boolean(b.error)) - Number(Boolean(a.error)))}
      columns={[
        { title: '序列号', dataIndex: 'sn' },
        { title: '名称', dataIndex: 'name', render: (name: string, row) => name || row.sn },
        {
          title: '检查结果',
          dataIndex: 'error',
          render: (error?: string) => (error ? <span className="k-negative">{error}</span> : '可以入库'),
        },
      ]}
      pagination={{ pageSize: 20, showSizeChanger: false, showTotal: (n) => `共 ${n} 台` }}
    />
  );
}

function Batch({ path }: PageProps) {
  const tab = useTab();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [way, setWay] = useState<Way>('range');
  const [checked, setChecked] = useState<Checked>();
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const requestKey = useRef(newRequestKey());
  const setDirty = useSetDirty();

  const body = () => ({ ...form.getFieldsValue(true), way });
  const send = async (verb: 'check' | 'enter') => {
    // What the fields say of themselves stands beside them.
    const filled =
      verb === 'check' ||
      (await form.validateFields().then(
        () => true,
        () => false,
      ));
    if (!filled) return;
    setBusy(true);
    setRefused(undefined);
    try {
      if (verb === 'check') setChecked(await post<Checked>(path, 'check', body()));
      else {
        const { count } = await post<{ count: number }>(path, 'enter', body(), { requestKey: requestKey.current });
        message.success(`已入库 ${count} 台`);
        setDirty(false);
        await client.invalidateQueries();
        openTab('/admin/platform/device');
        void closeTab(tab.id, true);
      }
    } catch (error) {
      const refusal = asRefusal(error);
      setRefused(refusal.message);
      form.setFields(Object.entries(refusal.fields).map(([name, text]) => ({ name, errors: [text] })));
      requestKey.current = keyAfter(requestKey.current, refusal);
    } finally {
      setBusy(false);
    }
  };
  const edited = () => {
    setChecked(undefined);
    setDirty(true);
  };

  return (
    <div className="k-page k-form">
      <div className="k-form-scroll">
        {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
        <Form
          form={form}
          labelCol={{ flex: '120px' }}
          colon={false}
          initialValues={{ mode: 'FIXED' }}
          onValuesChange={edited}
        >
          <section className="k-card k-form-section" aria-label="整批资料">
            <h2>整批资料</h2>
            <Form.Item name="typeId" label="类型" rules={[{ required: true, message: '请选择设备类型' }]}>
              <TypeSelect />
            </Form.Item>
            <Form.Item name="mode" label="消费模式" rules={[{ required: true, message: '请选择消费模式' }]}>
              <Select style={{ width: 150 }} options={deviceModes.map((m) => ({ ...m }))} />
            </Form.Item>
            <DateItem name="warrantyEnd" label="质保到期" width={150} />
          </section>
          <section className="k-card k-form-section" aria-label="序列号">
            <Tabs
              activeKey={way}
              onChange={(key) => {
                setWay(key as Way);
                edited();
              }}
              items={[
                {
                  key: 'range',
                  label: '序列号区间',
                  children: (
                    <>
                      <Form.Item name="from" label="起" extra="末尾的数字逐台加一，位数不变，如 A1001 至 A1200">
                        <Input style={{ width: 300 }} maxLength={40} placeholder="A1001" />
                      </Form.Item>
                      <Form.Item name="to" label="止">
                        <Input style={{ width: 300 }} maxLength={40} placeholder="A1200" />
                      </Form.Item>
                    </>
                  ),
                },
                {
                  key: 'list',
                  label: '粘贴清单',
                  children: (
                    <Form.Item
                      name="list"
                      label="清单"
                      extra="一行一台，可从 Excel 复制两列：序列号、名称。整张工作表请在设备管理中导入"
                    >
                      <Input.TextArea style={{ width: 500 }} rows={10} maxLength={200_000} />
                    </Form.Item>
                  ),
                },
              ]}
            />
          </section>
        </Form>
        {checked ? (
          <section className="k-card k-form-section" aria-label="检查结果">
            <h2>
              检查结果：{checked.good} 台可以入库{checked.bad > 0 ? `，${checked.bad} 台有问题` : ''}
            </h2>
            <Lines checked={checked} />
          </section>
        ) : null}
      </div>
      <div data-part="form-actions" className="k-form-actions">
        <Button onClick={() => void closeTab(tab.id)}>取消</Button>
        <Button loading={busy} onClick={() => void send('check')}>
          检查
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={!checked || checked.bad > 0}
          title={checked ? '' : '请先检查'}
          onClick={() => void send('enter')}
        >
          {checked ? `入库 ${checked.good} 台` : '入库'}
        </Button>
      </div>
    </div>
  );
}

/** The form gives `id`, `value` and `onChange`. */
function TypeSelect(props: { id?: string; value?: number; onChange?: (value: number | null) => void }) {
  return (
    <div style={{ width: 300 }}>
      <RefSelect
        {...(props.id ? { id: props.id } : {})}
        label="类型"
        source="/admin/platform/device_type"
        value={props.value}
        onChange={(value) => props.onChange?.(value as number | null)}
        required
      />
    </div>
  );
}

export default view({ page: Batch });
