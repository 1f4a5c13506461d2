/** What is carried to where for a meal: areas, their addresses, the departments there, every order with its code. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { liveOrders, type OrderStatus } from '../orders/order-words.ts';

export interface CarriedLine {
  itemId: number;
  name: string;
  qty: number;
}

export interface CarriedOrder {
  id: number;
  orderNo: string;
  status: OrderStatus;
  personName: string;
  departmentName: string;
  code: string | null;
  remark: string;
  allergyNote: string;
  portions: number;
  lines: CarriedLine[];
}

/** One bag: everything for one address. */
export interface CarriedAddress {
  addressId: number;
  name: string;
  place: string;
  /** By department, then by name. */
  orders: CarriedOrder[];
}

export interface CarriedArea {
  areaId: number;
  name: string;
  manager: string;
  phone: string;
  addresses: CarriedAddress[];
}

export interface DeliveryMeal {
  mealPeriodId: number;
  name: string;
  orders: number;
}

export interface DeliverySheet {
  date: string;
  mealPeriodId: number | null;
  /** Meals of the day that something is carried for. */
  meals: DeliveryMeal[];
  areas: CarriedArea[];
}

interface Row extends CarriedOrder {
  areaId: number;
  areaName: string;
  manager: string;
  phone: string;
  addressId: number;
  addressName: string;
  building: string;
  floor: string;
  room: string;
}

const shown = [...liveOrders, 'EATEN'];

async function mealsOf(ctx: Ctx, date: string): Promise<DeliveryMeal[]> {
  const { rows } = await sqlOf(ctx.db).query<DeliveryMeal>(
    `select o.meal_period_id as "mealPeriodId", m.name, count(*)::int as orders
     from meal_order o join meal_period m on m.organization_id = o.organization_id and m.id = o.meal_period_id
     where o.organization_id = $1 and o.dining_date = $2 and o.pickup = 'DELIVERY' and o.status = any($3::text[])
     group by 1, 2, m.start_time order by m.start_time`,
    [ownOrganization(ctx), date, shown],
  );
  return rows;
}

/** The first day from `today` on that something is to be carried on; today where nothing is. */
async function dayToShow(ctx: Ctx, today: string): Promise<string> {
  const { rows } = await sqlOf(ctx.db).query<{ date: string }>(
    `select dining_date as date from meal_order
     where organization_id = $1 and dining_date >= $2 and pickup = 'DELIVERY' and status = any($3::text[])
     order by dining_date limit 1`,
    [ownOrganization(ctx), today, shown],
  );
  return rows[0]?.date ?? today;
}

/** Groups in the order their first member came. */
const grouped = <T>(list: readonly T[], key: (one: T) => number): T[][] => [...Map.groupBy(list, key).values()];

/** The sheet of one meal of a day, the next one that is carried unless they are named. */
export async function readDelivery(ctx: Ctx, day: string | null, wanted: number | null): Promise<DeliverySheet> {
  const date = day ?? (await dayToShow(ctx, businessDay(ctx.clock.now())));
  const meals = await mealsOf(ctx, date);
  const mealPeriodId =
    meals.find((meal) => meal.mealPeriodId === wanted)?.mealPeriodId ?? meals[0]?.mealPeriodId ?? null;
  if (mealPeriodId === null) return { date, mealPeriodId, meals, areas: [] };
  const { rows } = await sqlOf(ctx.db).query<Row>(
    `select g.id as "areaId", g.name as "areaName", g.manager, g.phone, a.id as "addressId", a.name as "addressName",
       a.building, a.floor, a.room, o.id, o.order_no as "orderNo", o.status, p.name as "personName",
       coalesce(d.name, '') as "departmentName", o.pickup_code as code, o.remark, o.allergy_note as "allergyNote", o.portions,
       (select coalesce(jsonb_agg(jsonb_build_object('itemId', x.id, 'name', x.name, 'qty', x.qty) order by x.id), '[]')
        from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id
          and x.revision = o.revision) as lines
     from meal_order o
     join order_address a on a.organization_id = o.organization_id and a.id = o.address_id
     join order_area g on g.organization_id = a.organization_id and g.id = a.area_id
     join person p on p.organization_id = o.organization_id and p.id = o.person_id
     left join department d on d.organization_id = o.organization_id and d.id = o.department_id
     where o.organization_id = $1 and o.dining_date = $2 and o.meal_period_id = $3 and o.pickup = 'DELIVERY'
       and o.status = any($4::text[])
     order by g.sort, g.name, g.id, a.sort, a.name, a.id, d.name nulls last, p.name, o.id`,
    [ownOrganization(ctx), date, mealPeriodId, shown],
  );
  const areas = grouped(rows, (row) => row.areaId).map((inArea): CarriedArea => {
    const { areaId, areaName: name, manager, phone } = inArea[0]!;
    const addresses = grouped(inArea, (row) => row.addressId).map((there): CarriedAddress => {
      const { addressId, addressName, building, floor, room } = there[0]!;
      const orders = there.map(
        ({ id, orderNo, status, personName, departmentName, code, remark, allergyNote, portions, lines }) => ({
          id,
          orderNo,
          status,
          personName,
          departmentName,
          code,
          remark,
          allergyNote,
          portions,
          lines,
        }),
      );
      const place = [building, floor && `${floor} 层`, room].filter(Boolean).join(' ');
      return { addressId, name: addressName, place, orders };
    });
    return { areaId, name, manager, phone, addresses };
  });
  return { date, mealPeriodId, meals, areas };
}
