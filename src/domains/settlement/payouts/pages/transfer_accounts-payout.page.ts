/** 打款批次: files made for the bank, each once, with their sums and digests. */
import { choice, int, money, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { payoutFormats } from '../payout-formats.ts';
import transferAccounts from './transfer_accounts.page.ts';

export default page({
  of: transferAccounts,
  path: 'payout',
  title: '打款批次',
  duties: { download: 'make' },
  fields: {
    payoutNo: text('批次号', { columnWidth: 190 }),
    format: choice('格式', payoutFormats),
    totalCount: int('笔数'),
    totalFen: money('金额'),
    openCount: int('打款中', { alarm: true }),
    failedCount: int('失败'),
    sha256: text('SHA-256', { columnWidth: 240 }),
    downloads: int('下载次数'),
    makerName: text('出纳'),
    createdAt: time('生成时间', { sortable: true }),
  },
  list: {
    search: ['createdAt', keyword('批次号', 'payoutNo')],
    totals: ['totalFen'],
    drills: {
      totalCount: {
        path: '/admin/platform/transfer_accounts',
        search: (row) => ({ keyword: row.payoutNo, status: null, createdAt: null }),
      },
    },
    row: [{ key: 'download', label: '下载文件', shows: 'file' }, 'view'],
  },
});
