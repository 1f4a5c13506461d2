/** 地址码标签: which area; below, the sheets as they are printed. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import type { AddressLabels } from '../address-labels.ts';
import { LabelSheets } from '../views/labels.tsx';

function Labels({ path }: PageProps) {
  const unit = useAdmin().belong?.name ?? '';
  const [areaId, setArea] = useState<number | null>(null);
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'labels'],
    queryFn: ({ signal }) => post<AddressLabels>(path, 'labels', {}, { signal }),
    retry: false,
  });
  const all = data?.labels ?? [];
  const areas = [...new Map(all.map((one) => [one.areaId, one.areaName]))];
  const labels = areaId === null ? all : all.filter((one) => one.areaId === areaId);
  return (
    <div className="k-page al">
      <div className="al-bar" role="toolbar" aria-label="地址码标签">
        <Select
          aria-label="区域"
          className="al-areas"
          value={areaId ?? 0}
          options={[{ value: 0, label: '全部区域' }, ...areas.map(([value, label]) => ({ value, label }))]}
          onChange={(id) => setArea(id || null)}
        />
        <span>
          {labels.length} 张，A4 共 {Math.ceil(labels.length / 8)} 页
        </span>
        <span className="k-spacer" />
        <Button
          type="primary"
          disabled={labels.length === 0}
          onClick={() => printNode(<LabelSheets labels={labels} unit={unit} />, 'size: A4; margin: 10mm')}
        >
          打印
        </Button>
      </div>
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {data && data.without > 0 ? (
        <Alert
          type="info"
          showIcon
          title={
            <>
              另有 {data.without} 个地址还没有码，在
              <Link to={path.replace(/\/address_labels$/, '')}>地址码</Link>批量生成后再打印。
            </>
          }
        />
      ) : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {data && labels.length === 0 ? <Empty description="还没有地址码" /> : null}
      {labels.length > 0 ? (
        <div className="k-card al-paper">
          <LabelSheets labels={labels} unit={unit} />
        </div>
      ) : null}
    </div>
  );
}

export default view({ page: Labels });
