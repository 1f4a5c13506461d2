/** Every «no» of the menu domain: code, number 3000–3099, and a message naming the dish or food that stands in the way. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const menuRefusals = defineRefusals({
  TOO_HEAVY: {
    errorcode: 3000,
    status: 200,
    message: '每 100 克的水分、蛋白质、脂肪、碳水化合物、灰分合计 {grams} 克，超过 103 克，请核对',
  },
  NOT_ON_SHELF: { errorcode: 3001, status: 200, message: '「{name}」未上架或未发布，不能选用' },
  NO_CHANGE: { errorcode: 3003, status: 200, message: '{why}' },
  MENU_ERRORS: { errorcode: 3004, status: 200, message: '{count} 处不能发布：{first}' },
  MENU_WARNINGS: { errorcode: 3005, status: 200, message: '{count} 处需要确认：{first}' },
  MENU_LOCKED: { errorcode: 3006, status: 200, message: '{menu} {state}，不能{action}' },
  MENU_CLOSED_PLACE: { errorcode: 3007, status: 200, message: '「{place}」不供应{meal}或已停用，不能安排菜谱' },
  RATED_BEFORE: { errorcode: 3008, status: 200, message: '「{dish}」这一餐已经评过' },
  NOT_TO_RATE: { errorcode: 3009, status: 200, message: '只能评价已开餐、7 天以内的菜品' },
});
