/** 公示二维码: the address of a restaurant's public menu, to hang up, to send, to end. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Modal, Popconfirm, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { today } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { addressOf } from '../../../../kit/console/widgets/address-of.ts';
import { QrCode } from '../../../../kit/console/widgets/code-image.tsx';
import dayjs from '../../../../kit/console/widgets/dayjs-zh.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { copyText } from '../../../../kit/console/widgets/secret-dialog.tsx';
import type { MenuLink } from '../menu-link.ts';

interface Place {
  id: number;
  name: string;
  open: boolean;
}

const readLinks = (path: string, signal?: AbortSignal) =>
  post<{ links: MenuLink[] }>(path, 'links', {}, signal ? { signal } : {});

/** Addresses as the sheets print them, by restaurant; none where the reader may not see them. */
export async function linkAddresses(path: string): Promise<ReadonlyMap<number, string>> {
  const { links } = await readLinks(path);
  return new Map(links.map((one) => [one.restaurantId, addressOf(one.path)]));
}

function Poster({ name, address }: { name: string; address: string }) {
  return (
    <section className="k-sheet mw-poster">
      <h1>{name} 菜谱</h1>
      <QrCode text={address} size={420} label={`${name}菜谱二维码`} />
      <p>扫一扫，看本周与下周的菜、过敏原和营养</p>
    </section>
  );
}

export function MenuLinkDialog({
  path,
  unit,
  places,
  onClose,
}: {
  path: string;
  unit: string;
  places: readonly Place[];
  onClose(): void;
}) {
  const queries = useQueryClient();
  const key = [...pageKey(path), 'links'];
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => readLinks(path, signal), retry: false });
  const [placeId, setPlaceId] = useState(places.find((one) => one.open)?.id ?? places[0]?.id ?? 0);
  const [until, setUntil] = useState<string | null | undefined>();
  const [busy, setBusy] = useState(false);
  const link = data?.links.find((one) => one.restaurantId === placeId);
  const untilDate = until === undefined ? (link?.untilDate ?? null) : until;
  const name = `${unit} ${places.find((one) => one.id === placeId)?.name ?? ''}`.trim();
  const address = link ? addressOf(link.path) : '';
  const act = async (verb: 'link' | 'endLink', body: Record<string, unknown>, done: string) => {
    setBusy(true);
    try {
      await post(path, verb, { restaurantId: placeId, ...body });
      await queries.invalidateQueries({ queryKey: key });
      setUntil(undefined);
      feedback().message.success(done);
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有完成');
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    if (await copyText(address)) feedback().message.success('已复制');
    else feedback().message.warning('浏览器不允许复制，请手工抄录');
  };
  return (
    <Modal open title="菜谱公示" width={520} footer={null} onCancel={onClose}>
      <p className="k-help">
        家长和就餐者扫码即看，不用登录：本周与下周已发布的菜、图片、过敏原与营养；没有任何个人信息。停用后旧的二维码立即失效。
      </p>
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data ? (
        <div className="mw-form">
          <Select
            aria-label="餐厅"
            value={placeId}
            options={places.map((one) => ({ value: one.id, label: one.open ? one.name : `${one.name}（已停用）` }))}
            onChange={(id) => {
              setPlaceId(id);
              setUntil(undefined);
            }}
          />
          {link ? (
            <figure className="k-open-link">
              <QrCode text={address} size={200} label={`${name}菜谱二维码`} />
              <figcaption>{address}</figcaption>
            </figure>
          ) : (
            <p>还没有公示网址</p>
          )}
          <DatePicker
            aria-label="有效期至"
            placeholder="有效期至（不选为长期）"
            disabled={!can(path, 'link')}
            minDate={dayjs(today())}
            value={untilDate === null ? null : dayjs(untilDate)}
            onChange={(day) => setUntil(day ? day.format('YYYY-MM-DD') : null)}
          />
          <div className="mw-buttons">
            {can(path, 'link') && (!link || untilDate !== link.untilDate) ? (
              <Button
                type="primary"
                loading={busy}
                onClick={() => void act('link', { untilDate }, link ? '有效期已修改' : '已生成')}
              >
                {link ? '修改有效期' : '生成二维码'}
              </Button>
            ) : null}
            {link ? (
              <>
                <Button href={address} target="_blank" rel="noreferrer">
                  打开
                </Button>
                <Button onClick={() => void copy()}>复制网址</Button>
                <Button onClick={() => printNode(<Poster name={name} address={address} />, 'size: A4; margin: 20mm')}>
                  打印海报
                </Button>
                {can(path, 'endLink') ? (
                  <Popconfirm
                    title="停用后已张贴的二维码立即失效，再次生成会得到新的，确定停用？"
                    onConfirm={() => act('endLink', {}, '已停用')}
                  >
                    <Button danger loading={busy}>
                      停用
                    </Button>
                  </Popconfirm>
                ) : null}
              </>
            ) : null}
          </div>
        </div>
      ) : null}
    </Modal>
  );
}
