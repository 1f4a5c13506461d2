/** Beside a money form: whom the money is for, so that two people of one name are not mistaken. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { post } from '../../kit/console/http/client.ts';
import type { SlotProps } from '../../kit/console/view.ts';
import { Facts } from '../../kit/console/widgets/facts.tsx';
import { MoneyText } from '../../kit/console/widgets/money-text.tsx';

interface Person {
  name: string;
  jobNumber: string | null;
  departmentName: string | null;
  typeName: string | null;
  cardNo: string | null;
  phone: string | null;
  mainBalanceFen: number | null;
  subsidyBalanceFen: number | null;
}

export function PersonCard({ values }: SlotProps) {
  const id = values?.personId as number | null | undefined;
  const { data } = useQuery({
    queryKey: ['/admin/organization/user', 'get', id],
    queryFn: ({ signal }) => post<Person>('/admin/organization/user', 'get', { id }, { signal }),
    enabled: typeof id === 'number',
  });
  if (typeof id !== 'number')
    return <p className="k-help">选择人员后，这里显示他的部门、卡号和余额，请核对后再办理。</p>;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <section className="k-card k-form-section" aria-label="核对人员">
      <h3 style={{ margin: '0 0 8px', fontSize: 16 }}>{data.name}</h3>
      <Facts
        facts={[
          { label: '工号', value: data.jobNumber ?? '—', wide: true },
          { label: '部门', value: data.departmentName ?? '—', wide: true },
          { label: '人员类别', value: data.typeName ?? '—', wide: true },
          { label: '卡号', value: data.cardNo ?? '未发卡', wide: true },
          { label: '手机号', value: data.phone ?? '—', wide: true },
          { label: '主账户(元)', value: <MoneyText fen={data.mainBalanceFen} strong />, wide: true },
          { label: '补贴(元)', value: <MoneyText fen={data.subsidyBalanceFen} />, wide: true },
        ]}
      />
    </section>
  );
}
