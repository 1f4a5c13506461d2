/** 人工消费, previewed: everybody with what is due, those who cannot pay first. */
import { Alert, Table } from 'antd';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import type { ChargePlan, PlannedLine } from '../manual/plan.ts';

export function ChargePlanTable({
  plan,
  chosen,
  onChosen,
}: {
  plan: ChargePlan;
  chosen: number[];
  onChosen: (ids: number[]) => void;
}) {
  const problems = plan.lines.length - plan.count;
  const skipped = plan.lines.filter((l) => l.problem === null && l.eaten > 0 && !chosen.includes(l.personId)).length;
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
      <div className="kb-bar cn-bar">
        <b>
          共 {plan.lines.length} 人：{plan.count} 人可以扣款{problems > 0 ? `，${problems} 人不能` : ''}
        </b>
        <span className="k-muted">
          {skipped > 0 ? `${skipped} 人本餐已消费，没有勾选；确要再扣请勾选` : '可以取消勾选个别人员'}
        </span>
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
