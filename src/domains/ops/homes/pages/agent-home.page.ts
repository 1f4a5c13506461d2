/** 代理商首页: what waits, customers and terminals, whom to call first. */
import { blocksOf, count, link } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { AgentHome } from '../agent-home.ts';

const { work, figures, table } = blocksOf<AgentHome>();

export default page({
  path: '/admin/agent/agent_home',
  title: '代理商首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
  blocks: [
    work((home) => home.work),
    figures((home) => [
      count('客户', home.customers, '家', { to: '/admin/agent/account' }),
      count('60 天内到期', home.expiring, '家'),
      {
        title: '在线设备',
        value: `${home.devices.online} / ${home.devices.inUse}`,
        unit: '台',
        to: '/admin/agent/device?status=ACTIVE',
      },
      count('库存设备', home.devices.stock, '台', { to: '/admin/agent/device' }),
    ]),
    table(
      '客户',
      ({ ending, until, today }) => ({
        headings: ['单位', '联系人', '电话', '服务到期', '在用设备', '失联'],
        rows: ending.map(({ id, name, contact, phone, expireAt, devices, silent }) => ({
          key: id,
          cells: [
            link(name, { path: '/admin/agent/device', query: { organizationId: id } }),
            contact,
            phone,
            expireAt === null
              ? '长期'
              : {
                  text: expireAt,
                  ...(expireAt < today ? { tone: 'danger' } : expireAt <= until ? { tone: 'warning' } : {}),
                },
            devices,
            silent === 0 ? { text: 0, muted: true } : { text: silent, tone: 'danger' },
          ],
        })),
      }),
      { empty: '还没有客户' },
    ),
  ],
});
