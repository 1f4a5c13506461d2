/** The buttons that move a batch on, as its state, the rights and the second pair of eyes allow. */
import { Button } from 'antd';
import { useBatchActions } from '../../../../kit/console/batch/use-batch-actions.tsx';
import { openTab } from '../../../../kit/console/nav/tabs-store.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type BatchEvent, batchMay } from '../states.ts';
import type { BatchHead } from './batch-head.ts';

export function BatchButtons({ path, head }: { path: string; head: BatchHead }) {
  const actions = useBatchActions(path, head.id);
  const shown = (event: BatchEvent) => batchMay(event, head.status) && can(path, event);
  return (
    <>
      <Button onClick={() => openTab(path)}>返回列表</Button>
      {shown('cancel') ? (
        <Button danger onClick={() => actions.askFor({ verb: 'cancel', title: '作废批次', done: '已作废' })}>
          作废
        </Button>
      ) : null}
      {shown('reject') && !head.own ? (
        <Button onClick={() => actions.askFor({ verb: 'reject', title: '退回批次', done: '已退回' })}>退回</Button>
      ) : null}
      {shown('submit') ? (
        <Button
          type="primary"
          loading={actions.busy === 'submit'}
          disabled={head.totalCount === 0}
          onClick={() => void actions.send('submit', {}, '已提交，等待另一人审核')}
        >
          提交 {formatFenGrouped(head.totalFen)} 元
        </Button>
      ) : null}
      {shown('approve') ? (
        <Button
          type="primary"
          loading={actions.busy === 'approve'}
          disabled={head.own}
          title={head.own ? '须由另一人审核' : ''}
          onClick={() => void actions.send('approve', {}, '已审核通过，正在执行')}
        >
          审核通过 {formatFenGrouped(head.totalFen)} 元
        </Button>
      ) : null}
      {shown('retry') ? (
        <Button
          type="primary"
          loading={actions.busy === 'retry'}
          onClick={() => void actions.send('retry', {}, '已开始重试')}
        >
          重试失败的 {head.failCount} 人
        </Button>
      ) : null}
      {actions.dialog}
    </>
  );
}
