/** Whom a document is about. */
import { choice, type FieldOptions, of, ref, text } from '../../../kit/define/field.ts';

/** The person, with number and department as they are now; a form that asks for one says how to find one. */
export const aboutPerson = (label = '姓名', options: FieldOptions = {}) => ({
  personId: ref(
    label,
    'person',
    options.required ? { width: 400, help: '可输入姓名、工号，或把卡放到读卡器上', ...options } : options,
  ),
  ...of('personId', { jobNumber: text('工号'), departmentId: ref('部门', 'department') }),
});

/** The department itself, which some figures lead to; whoever looks for a department wants those below it too. */
export const ownDepartment = ref('部门（不含下级）', 'department', { hidden: true, itself: true });

/** Which department a summary's row is of: where people sit, or the one above them at a level of the tree. */
export const departmentLevel = choice('部门层级', [
  { value: 'own', label: '所在部门' },
  { value: '1', label: '一级部门' },
  { value: '2', label: '二级部门' },
  { value: '3', label: '三级部门' },
]);
