/** 公开菜谱: what a restaurant serves this week and next, for whoever scans its code: diners, families, visitors. */
import { openPage } from '../../../../kit/define/open-page.ts';

/** A figure of one portion in words: 512 kcal, ≥ 512 kcal, 数据不足. */
export interface PublicFigure {
  label: string;
  text: string;
}

export interface PublicDish {
  id: number;
  name: string;
  typeName: string;
  /** Fen; null where it has no price of its own. */
  priceFen: number | null;
  per100g: boolean;
  /** 0–3. */
  spicy: number;
  /** In words; null: not declared, which is never «none». */
  allergens: string[] | null;
  /** Key of its picture. */
  image: string | null;
  /** Food-stuffs by name, heaviest first. */
  madeOf: string[];
  figures: PublicFigure[];
  /** Why it cannot be had; empty while it can. */
  off: '' | '已售罄' | '停售';
}

export interface PublicMeal {
  name: string;
  start: string;
  end: string;
  /** Do people choose among the dishes? Then the figures are the mean of a head. */
  choice: boolean;
  figures: PublicFigure[];
  dishes: PublicDish[];
}

export interface PublicMenu {
  unit: string;
  restaurant: string;
  /** `YYYY-MM-DD`. */
  today: string;
  /** Of how much of it the losses of cooking are taken off, in words. */
  losses: string;
  /** Fourteen days from Monday of this week on; those without a published menu have no meals. */
  days: { date: string; meals: PublicMeal[] }[];
}

export default openPage({
  name: 'menu',
  on: 'm',
  title: '菜谱公示',
  days: null,
  freshSeconds: 60,
  readingsPerMinute: 3_000,
});
