/** The inputs of 余额限制: a row per person type, and the refund bound below. */
import { Form, Table } from 'antd';
import { openTab } from '../../../kit/console/nav/tabs-store.ts';
import type { FormBodyProps } from '../../../kit/console/view.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import type { TypeLimit } from './read-limits.ts';

type Editable = 'minBalanceFen' | 'overdraftFen' | 'maxBalanceFen' | 'lowAlertFen';

const columns: readonly { key: Editable; title: string; hint: string; placeholder: string }[] = [
  { key: 'minBalanceFen', title: '最低消费余额（元）', hint: '可用余额低于此数不能消费', placeholder: '不限' },
  { key: 'overdraftFen', title: '透支额（元）', hint: '余额用完后还可消费的金额', placeholder: '0.00' },
  { key: 'maxBalanceFen', title: '存储上限（元）', hint: '充值、存款后主账户最多', placeholder: '5000.00' },
  { key: 'lowAlertFen', title: '低额提醒（元）', hint: '主账户不高于此数时提醒', placeholder: '不提醒' },
];

export function LimitsTable({ values, change, errors }: FormBodyProps) {
  const rows = (values.limits ?? []) as TypeLimit[];
  const set = (typeId: number, key: Editable, value: number | string | null) =>
    change({
      limits: rows.map((row) =>
        row.typeId === typeId ? { ...row, [key]: key === 'overdraftFen' && value === null ? 0 : value } : row,
      ),
    });
  return (
    <>
      <section className="k-card k-form-section" aria-label="各人员类别的限制">
        <h2>各人员类别的限制</h2>
        {errors.limits ? (
          <p role="alert" className="k-problem">
            {errors.limits}
          </p>
        ) : null}
        <Table<TypeLimit>
          size="small"
          rowKey="typeId"
          pagination={false}
          dataSource={rows}
          columns={[
            { title: '人员类别', dataIndex: 'typeName', width: 160 },
            ...columns.map(({ key, title, hint, placeholder }) => ({
              title: (
                <>
                  {title}
                  <span className="k-hint">{hint}</span>
                </>
              ),
              key,
              render: (_: unknown, row: TypeLimit) => (
                <MoneyInput
                  bare
                  label={`${row.typeName} ${title}`}
                  value={row[key]}
                  placeholder={placeholder}
                  onChange={(value) => set(row.typeId, key, value)}
                />
              ),
            })),
            {
              title: '低于提醒',
              key: 'low',
              width: 110,
              render: (_: unknown, row: TypeLimit) =>
                row.lowCount > 0 ? (
                  <button
                    type="button"
                    className="k-link"
                    onClick={() =>
                      openTab({
                        path: '/admin/organization/account_balance',
                        query: { typeId: String(row.typeId), lowState: 'LOW' },
                      })
                    }
                  >
                    {row.lowCount} 人
                  </button>
                ) : (
                  <span className="k-muted">—</span>
                ),
            },
          ]}
        />
      </section>
      <section className="k-card k-form-section" aria-label="退款">
        <h2>退款</h2>
        <Form labelCol={{ flex: '120px' }} colon={false} component={false}>
          <Form.Item
            label="免审限额"
            extra="一次退款超过此金额须由另一人审核；0 为全部须审核"
            validateStatus={errors.refundAloneFen ? 'error' : ''}
            help={errors.refundAloneFen}
          >
            <div style={{ width: 200 }}>
              <MoneyInput
                label="退款免审限额"
                value={values.refundAloneFen as number | null}
                onChange={(refundAloneFen) => change({ refundAloneFen })}
              />
            </div>
          </Form.Item>
        </Form>
      </section>
    </>
  );
}
