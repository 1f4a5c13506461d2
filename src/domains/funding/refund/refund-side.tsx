/** Beside the refund form: whom it is for, and where each part of the money would go. */
import { useQuery } from '@tanstack/react-query';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import type { SlotProps } from '../../../kit/console/view.ts';
import { Facts } from '../../../kit/console/widgets/facts.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { Said } from '../../../kit/console/widgets/said.tsx';
import { useDebounced } from '../../../kit/console/widgets/use-debounced.ts';
import { PersonCard } from '../person-card.tsx';

interface Preview {
  freeFen: number;
  totalFen: number;
  aloneFen: number;
  needsApproval: boolean;
  parts: { channel: string; amountFen: number; orderNo: string | null; createdAt: string | null }[];
}

const channels: Record<string, string> = { WECHAT: '微信原路退回', ALIPAY: '支付宝原路退回' };

export function RefundSide(props: SlotProps) {
  const { path, values } = props;
  const asked = useDebounced(JSON.stringify([values?.personId ?? null, values?.amountFen ?? null]));
  const [personId, amountFen] = JSON.parse(asked) as [number | null, number | null];
  const preview = useQuery({
    queryKey: [...pageKey(path), 'preview', personId, amountFen],
    queryFn: ({ signal }) => post<Preview>(path, 'preview', { personId, amountFen }, { signal }),
    enabled: typeof personId === 'number',
    retry: false,
  });
  const { data } = preview;
  return (
    <>
      <PersonCard {...props} />
      {preview.isError ? (
        <Said tone="warning" text={preview.error instanceof ApiError ? preview.error.message : '无法试算'} />
      ) : null}
      {data ? (
        <section className="k-card k-form-section" aria-label="退款去向" style={{ marginTop: 12 }}>
          <h3 style={{ margin: '0 0 8px', fontSize: 16 }}>退款去向</h3>
          <Facts
            facts={[
              { label: '可退余额(元)', value: <MoneyText fen={data.freeFen} />, wide: true },
              { label: '本次退款(元)', value: <MoneyText fen={data.totalFen} strong />, wide: true },
              ...data.parts.map((part) => ({
                label: channels[part.channel] ?? '其余部分',
                value: (
                  <>
                    <MoneyText fen={part.amountFen} />
                    {part.orderNo ? <span className="k-hint">{part.orderNo}</span> : null}
                  </>
                ),
                wide: true,
              })),
            ]}
          />
          <p className="k-help">
            {data.needsApproval
              ? '超过免审限额，提交后由另一人审核；审核前金额冻结。'
              : '在免审限额以内，提交后即可付款；原路退回立即发往渠道。'}
          </p>
        </section>
      ) : null}
    </>
  );
}
