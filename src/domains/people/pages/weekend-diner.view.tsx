/** 周末就餐人员: the switch that makes the list count stands over it; an empty list of meals is said in words. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Switch } from 'antd';
import { post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { type CellProps, type SlotProps, view } from '../../../kit/console/view.ts';
import type { PeopleSetting } from '../people-setting.ts';

function Meals({ row }: CellProps) {
  const names = (row.mealPeriodNames ?? []) as string[];
  return names.length === 0 ? <span className="k-muted">全部餐次</span> : <span>{names.join('、')}</span>;
}

function Rule({ path }: SlotProps) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const key = [...pageKey(path), 'setting'];
  const { data } = useQuery({ queryKey: key, queryFn: () => post<PeopleSetting>(path, 'setting', {}) });
  const save = useMutation({
    mutationFn: (change: Partial<PeopleSetting>) => post(path, 'saveSetting', { ...data, ...change }),
    onSuccess: () => message.success('已保存，3 秒内对在线消费生效'),
    onError: (error) => message.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  if (!data) return null;
  return (
    <Alert
      type={data.weekendListRequired ? 'success' : 'info'}
      style={{ marginBottom: 12 }}
      title={
        <span style={{ display: 'flex', gap: 24, flexWrap: 'wrap', alignItems: 'center' }}>
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <Switch
              size="small"
              aria-label="周末及节假日仅名单内人员可就餐"
              checked={data.weekendListRequired}
              loading={save.isPending}
              onChange={(weekendListRequired) => save.mutate({ weekendListRequired })}
            />
            周末及节假日仅名单内人员可就餐
          </span>
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <Switch
              size="small"
              aria-label="住校人员视为已登记"
              checked={data.boardersRegistered}
              disabled={!data.weekendListRequired}
              loading={save.isPending}
              onChange={(boardersRegistered) => save.mutate({ boardersRegistered })}
            />
            住校人员视为已登记
          </span>
          <span className="k-muted">
            {data.weekendListRequired
              ? '不在名单内的人员在线刷卡会被拒绝；脱机消费不受限制。节假日以「定值设置」中的节假日为准。'
              : '当前未启用：名单只作登记，不影响消费。'}
          </span>
        </span>
      }
    />
  );
}

export default view({ cells: { mealPeriodIds: Meals }, slots: { aboveTable: Rule } });
