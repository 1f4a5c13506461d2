/** What the page 餐厅餐次 shows and sends; server and console share it. */

export interface ServingMeal {
  id: number;
  name: string;
  startTime: string;
  endTime: string;
}

export interface ServingRestaurant {
  restaurantId: number;
  restaurantName: string;
  /** Empty: every meal. */
  mealPeriodIds: number[];
  version: number;
}

export interface Serving {
  meals: ServingMeal[];
  restaurants: ServingRestaurant[];
}
