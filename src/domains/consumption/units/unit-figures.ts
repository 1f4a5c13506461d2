/** Figures and drills the summaries across units share. */
import { consumeFigures } from '../fields.ts';

export const unitFigures = consumeFigures('同一人同一餐只计一次；按餐厅或承包商看时，在每家餐厅各计一次');

/** What the totals by people say, which are added up apart. */
export const netByPeople = '按部门加总的净额';
