/** A few dishes in the platform's library, published, for units to adopt. */
import type { Services } from '../../../kit/server/context.ts';
import { demoFoods } from './foods.ts';
import type { Hand } from './seed-menus.ts';

const area = '/admin/platform';

const dishes = [
  ['小荤', '彩椒鸡丁', '鸡胸肉 50 甜椒 80 菜籽油 6 精盐 1', '鸡丁上浆滑熟，彩椒大火翻炒一分钟，合炒调味'],
  ['小荤', '山药木耳肉片', '猪瘦肉 40 山药 80 木耳 20 菜籽油 6 精盐 1', '山药焯水，肉片滑熟后合炒'],
  ['大荤', '萝卜炖羊肉', '羊肉 70 白萝卜 100 姜 3 菜籽油 4 精盐 1.2', '羊肉焯水，小火炖一小时后下萝卜'],
  ['大荤', '豉香蒸排骨', '猪大排 110 大蒜 4 淀粉 4 菜籽油 3 精盐 1', '拌味后大火蒸二十五分钟'],
  ['素菜', '上汤豌豆苗', '豌豆苗 140 大蒜 4 菜籽油 5 精盐 0.8', '蒜瓣煸香，加汤煮开下豌豆苗'],
  ['素菜', '杏鲍菇炒青椒', '杏鲍菇 110 青椒 40 菜籽油 6 精盐 0.9', '杏鲍菇煸干水分后下青椒'],
  ['汤羹', '玉米山药汤', '玉米 60 山药 40 胡萝卜 20 饮用水 220 精盐 0.8', '同煮二十分钟'],
  ['主食', '绿豆米饭', '粳米 85 绿豆 15', '绿豆先泡两小时，与米同蒸'],
] as const;

export async function seedLibrary(services: Services, platform: Hand): Promise<void> {
  const foods = await services.db
    .selectFrom('lib_food_stuff')
    .select(['id', 'code'])
    .where(
      'code',
      'in',
      demoFoods.map((food) => food.code),
    )
    .execute();
  const idOf = (name: string) => {
    const code = demoFoods.find((food) => food.name === name)!.code;
    return foods.find((food) => food.code === code)!.id;
  };
  const types = await services.db.selectFrom('food_type').select(['id', 'name']).execute();
  const ids: number[] = [];
  for (const [type, name, recipe, method] of dishes) {
    const parts = recipe.split(' ');
    const lines = parts.flatMap((part, i) =>
      i % 2 === 0
        ? [{ foodStuffId: idOf(part), grams: Number(parts[i + 1]), basis: 'NET', lossRatio: 0, main: i === 0 }]
        : [],
    );
    const made = await platform.call(`${area}/food`, 'create', {
      name,
      typeId: types.find((one) => one.name === type)!.id,
      method,
      recipe: lines,
    });
    ids.push(made.id);
  }
  await platform.call(`${area}/food`, 'publish', { ids });
}
