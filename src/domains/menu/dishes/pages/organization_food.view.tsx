/** 单位菜品: in the record of a dish, what it says otherwise than when it was last approved. */
import { useQuery } from '@tanstack/react-query';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { type DetailProps, view } from '../../../../kit/console/view.ts';
import { DrawerSection } from '../../../../kit/console/widgets/facts.tsx';
import { labelIn } from '../../../../kit/define/states.ts';
import { allergens } from '../../../people/public.ts';
import type { DishDifference } from '../difference.ts';

const path = '/admin/organization/organization_food';
const words = (list: readonly string[]) => list.map((one) => labelIn(allergens, one)).join('、');

function Compared({ told }: { told: DishDifference }) {
  const { before, now, lines, allergens: kinds, method } = told;
  if (!before) return <p className="k-muted">首次提交，没有通过审核的版本可比</p>;
  if (before.no === now.no) return <p className="k-muted">当前版本 v{now.no} 就是通过审核的版本</p>;
  const rows: [string, string, string][] = [
    ...lines.map((line): [string, string, string] => [line.name, line.before, line.now]),
    ...(kinds.added.length + kinds.gone.length > 0
      ? [
          [
            '过敏原',
            kinds.gone.length > 0 ? `去掉 ${words(kinds.gone)}` : '',
            kinds.added.length > 0 ? `新增 ${words(kinds.added)}` : '',
          ] as [string, string, string],
        ]
      : []),
    ...(before.cost === now.cost ? [] : [['成本', before.cost, now.cost] as [string, string, string]]),
    ...(method ? [['做法', method.before || '无', method.now || '无'] as [string, string, string]] : []),
  ];
  return (
    <table className="k-plain-table">
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">v{before.no}（已通过）</th>
          <th scope="col">v{now.no}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was}</td>
            <td>{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Difference({ row }: DetailProps) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'difference', row.id, row.versionNo],
    queryFn: ({ signal }) => post<DishDifference>(path, 'difference', { id: row.id }, { signal }),
    retry: false,
  });
  if (!data) return null;
  return (
    <DrawerSection title="与上次通过的版本比较">
      <Compared told={data} />
    </DrawerSection>
  );
}

export const organizationFood = view({ detail: Difference });
export const dishCheck = view({ detail: Difference });
