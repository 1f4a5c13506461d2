/** Icons a menu may name in `iconCls`; an unknown name gets the neutral one. */
import {
  AccountBookOutlined,
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BellOutlined,
  CalendarOutlined,
  CarryOutOutlined,
  CoffeeOutlined,
  ContactsOutlined,
  CreditCardOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  FundOutlined,
  GiftOutlined,
  HddOutlined,
  HomeOutlined,
  IdcardOutlined,
  PayCircleOutlined,
  PieChartOutlined,
  ReadOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  SolutionOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  TransactionOutlined,
  UserOutlined,
  VideoCameraOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

const icons: Readonly<Record<string, ComponentType>> = {
  account: AccountBookOutlined,
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  app: AppstoreOutlined,
  audit: AuditOutlined,
  bell: BellOutlined,
  calendar: CalendarOutlined,
  card: CreditCardOutlined,
  cart: ShoppingCartOutlined,
  chart: BarChartOutlined,
  contacts: ContactsOutlined,
  database: DatabaseOutlined,
  device: HddOutlined,
  experiment: ExperimentOutlined,
  file: FileTextOutlined,
  fund: FundOutlined,
  gift: GiftOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  meal: CoffeeOutlined,
  money: PayCircleOutlined,
  order: CarryOutOutlined,
  pie: PieChartOutlined,
  read: ReadOutlined,
  safety: SafetyOutlined,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  solution: SolutionOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  transaction: TransactionOutlined,
  user: UserOutlined,
  video: VideoCameraOutlined,
  wallet: WalletOutlined,
};

/** Names a menu may choose from. */
export const iconNames: readonly string[] = Object.keys(icons);

/** The icon named by a menu's `iconCls` (a leading `icon-` is allowed); nothing where no icon is named. */
export function MenuIcon({ name }: { name: string | undefined }) {
  if (!name) return null;
  const Icon = icons[name.replace(/^(el-)?icon-/, '')] ?? AppstoreOutlined;
  return <Icon />;
}
