/** 各设备名单: which version of the card list a terminal has, and the cards out of use that it would still take. */
import { bool, choice, int, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { cardStatuses } from '../../cards/card-states.ts';
import userPush from './user-push.page.ts';

export const pushDevice = page({
  of: userPush,
  limited: 'common',
  path: 'device',
  title: '各设备名单',
  fields: {
    name: text('设备', { columnWidth: 180 }),
    site: text('部署点', { columnWidth: 160 }),
    online: bool('联机', {
      words: [
        { label: '在线', tone: 'success' },
        { label: '离线', tone: 'warning' },
      ],
    }),
    lastBeatAt: time('最近心跳'),
    version: int('名单版本'),
    current: int('最新版本'),
    behind: int('未取变更', { unit: '条' }),
    unsafe: int('其中停用的卡', { unit: '张', alarm: true }),
    facesOk: int('人脸', { unit: '人' }),
    maxFaces: int('人脸容量'),
    waiting: int('待下发', { unit: '项' }),
    failed: int('下发失败', { unit: '项', alarm: true }),
  },
  list: {
    search: [keyword('设备/部署点', 'name', 'site'), 'online'],
    sort: '-unsafe',
    row: ['view'],
    drills: {
      waiting: {
        path: '/admin/organization/user/push',
        search: (row) => ({ deviceId: [row.id], status: ['PENDING', 'SENT'] }),
      },
      failed: {
        path: '/admin/organization/user/push',
        search: (row) => ({ deviceId: [row.id], status: ['FAILED', 'EXPIRED'] }),
      },
    },
  },
});

export const unknownCard = page({
  of: pushDevice,
  // Names whoever holds a card out of use.
  limited: [],
  by: 'deviceId',
  path: 'unknown',
  title: '设备还不知道的停用卡',
  fields: {
    deviceId: int('设备'),
    cardNo: text('卡号'),
    name: text('姓名'),
    status: choice('状态', cardStatuses),
    changedAt: time('变更时间'),
    version: int('名单版本'),
  },
  list: { search: [keyword('姓名/卡号', 'name', 'cardNo'), 'status'], sort: '-version' },
});
