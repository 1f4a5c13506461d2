/** Words of a lot wherever lots are listed. */
import { choice } from '../../../kit/define/field.ts';

/** Is every gram that came in somewhere? */
export const lotBalance = choice('平衡', [
  { value: 'YES', label: '相符', tone: 'success' },
  { value: 'NO', label: '不符', tone: 'danger' },
]);
