/** Entry of the console: names the product to the kit and mounts the surface the address means. */
import { createRoot } from 'react-dom/client';
import { Console } from './kit/console/login/console.tsx';
import type { Product } from './kit/console/session/product.ts';
import './kit/console/theme.css';

const product: Product = {
  title: '智慧一卡通服务平台',
  shortTitle: '智慧一卡通',
  tasks: [
    {
      key: 'ApprovalMission',
      label: '待我审批',
      path: '/admin/organization/approval',
    },
    {
      key: 'ExceptionMission',
      label: '用户上报异常',
      path: '/admin/organization/correct?status=REPORTED,PENDING_AUDIT',
    },
    {
      key: 'OrderMission',
      label: '今日订餐',
      path: '/admin/organization/order_food_detail?status=PAID,ACCEPTED,COOKING,READY,DELIVERING',
    },
    {
      key: 'waitRepairCardMission',
      label: '待处理补卡',
      path: '/admin/organization/wait_repair_card_detail?status=PENDING',
    },
    {
      key: 'AlertMission',
      label: '未处理预警',
      path: '/admin/organization/alert_detail?status=OPEN,HANDLING',
    },
  ],
  settlementPath: '/admin/contractor/supermarket/subscribe_order',
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<Console product={product} />);
