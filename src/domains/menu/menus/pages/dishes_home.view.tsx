/** 菜品首页: work first, then the week, then how it is liked and what it holds. */
import { Link } from '../../../../kit/console/nav/link.tsx';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { HomeCard, HomeFrame, HomeTable, WorkList } from '../../../../kit/console/widgets/home.tsx';
import { weekdayNames } from '../days.ts';
import type { DishesHome, RatedDish } from '../home.ts';
import '../../nutrition/views/nutrition.css';

const area = '/admin/organization';
const mostNames = 4;

function Week({ week }: { week: DishesHome['week'] }) {
  const meals = [...new Set(week.flatMap((day) => day.meals.map((meal) => meal.meal)))];
  return (
    <HomeCard title="本周菜谱">
      {meals.length === 0 ? (
        <Link to={`${area}/food_menu_v2`}>本周还没有排菜，去排菜</Link>
      ) : (
        <table className="nu-strip">
          <thead>
            <tr>
              <th scope="col">餐次</th>
              {week.map((day, i) => (
                <th key={day.day} scope="col">
                  {weekdayNames[i]} {day.day.slice(5)}
                  {day.today ? ' 今天' : ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {meals.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {week.map((day) => {
                  const meal = day.meals.find((one) => one.meal === name);
                  return (
                    <td key={day.day}>
                      {meal ? (
                        <>
                          {meal.dishes.slice(0, mostNames).join('、')}
                          {meal.dishes.length > mostNames ? ` 等 ${meal.dishes.length} 道` : ''}
                          <small>
                            {meal.published < meal.menus ? `${meal.menus - meal.published} 份未发布` : '已发布'}
                            {meal.menuId === null ? null : (
                              <>
                                {' '}
                                <Link to={{ path: `${area}/food_menu/kitchen`, query: { id: String(meal.menuId) } }}>
                                  备餐单
                                </Link>
                              </>
                            )}
                          </small>
                        </>
                      ) : (
                        <span className="k-muted">未排</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </HomeCard>
  );
}

function Rated({ title, dishes }: { title: string; dishes: readonly RatedDish[] }) {
  return (
    <HomeTable
      title={title}
      headings={['菜品', '评分', '评价']}
      empty="评价满 10 条的菜品才参与排名"
      rows={dishes.map((dish) => ({
        key: dish.dishId,
        cells: [
          <Link key="name" to={{ path: `${area}/organization_food/record`, query: { id: String(dish.dishId) } }}>
            {dish.name}
          </Link>,
          dish.score.toFixed(1),
          `${dish.count} 条`,
        ],
      }))}
    />
  );
}

function Home({ path }: PageProps) {
  return (
    <HomeFrame<DishesHome> path={path}>
      {({ week, waiting, warnings, best, worst, nutrition, dishes }) => (
        <>
          <WorkList
            items={[
              {
                label: '三天内未发布的菜谱',
                count: waiting.unpublished,
                hint: '今天起三天内已排菜、还没有发布',
                path: `${area}/food_menu_v2`,
              },
              {
                label: '待我审核的菜品',
                count: waiting.pending,
                hint: '由他人提交',
                path: `${area}/organization_food`,
                query: { status: 'PENDING' },
              },
              {
                label: '被驳回的菜品',
                count: waiting.rejected,
                hint: '修改后重新提交',
                path: `${area}/organization_food`,
                query: { status: 'REJECTED' },
              },
              { label: '今日停售或售罄', count: waiting.stopped, hint: '在菜谱中恢复', path: `${area}/food_menu_v2` },
              {
                label: '平台库有新版',
                count: waiting.news,
                hint: '可比较差异后采用',
                path: `${area}/organization_food`,
              },
              {
                label: '没有单价的食材',
                count: waiting.unpriced,
                hint: '成本只能算出下限',
                path: `${area}/organization_food_stuff`,
              },
            ]}
          />
          <Week week={week} />
          <HomeCard title="营养与提醒">
            <p>
              <b>{nutrition.met}</b>
              {nutrition.coverage === null ? '' : `（能量数据覆盖 ${nutrition.coverage}%）`}{' '}
              <Link to={`${area}/nourishment`}>营养分析</Link>
            </p>
            <p className="k-muted">{nutrition.advice.slice(0, 6).join('、') || '没有不足或超出的项目'}</p>
            <p>
              未发布菜谱中 {warnings.errors} 处不能发布、{warnings.warnings} 处需确认
            </p>
            <ul>
              {warnings.first.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <p className="k-muted">
              菜品 {dishes.all} 道，已通过 {dishes.approved} 道
              {dishes.undeclared > 0 ? `，本周 ${dishes.undeclared} 道未申报过敏原` : ''}
            </p>
          </HomeCard>
          <Rated title="最受欢迎" dishes={best} />
          <Rated title="评分最低" dishes={worst} />
        </>
      )}
    </HomeFrame>
  );
}

export default view({ page: Home });
