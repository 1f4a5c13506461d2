/** 地址码标签: codes of addresses, eight to a sheet of A4, to be cut and put up. */
import { page } from '../../../../kit/define/page.ts';
import addressCode from './address-code.page.ts';

export default page({
  of: addressCode,
  path: 'address_labels',
  title: '地址码标签',
  limited: 'common',
  kind: 'custom',
  fields: {},
});
