/** Fields that lists of diners' money across units begin with: the unit, and the person with the name masked. */
import { int, ref, text } from '../../../kit/define/field.ts';

export const unitField = ref('单位', 'organization');

export const unitPerson = {
  personName: text('姓名', { mask: 'name' }),
  jobNumber: text('工号'),
  departmentName: text('部门'),
  personId: int('人员编号', { hidden: true }),
};
