/** 地址码: what a diner sees who scans the code of a place: what can be ordered here, until when. */
import { openPage } from '../../../../kit/define/open-page.ts';

export interface AddressPage {
  unit: string;
  area: string;
  address: string;
  feeFen: number;
  /** Meals of the next days that can still be ordered to this place. */
  meals: { date: string; meal: string; restaurant: string; closes: string }[];
}

export default openPage({ name: 'address', on: 'm', title: '送餐地址', days: null, freshSeconds: 30, counted: true });
