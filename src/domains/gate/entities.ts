/** Districts as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  district: { choices: '/admin/organization/district' },
  shift: { choices: '/admin/organization/access_control_attendance/shift' },
  entrance_code: { choices: '/admin/organization/creaate_entrance_qrcode' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
