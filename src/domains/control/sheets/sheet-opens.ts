/** The records behind what a sheet counts, as the address of their list; by the key of the item. */

const area = '/admin/organization';

export function opensOf(key: string, from: string, to: string): string | undefined {
  const days = `${from},${to}`;
  const addresses: Readonly<Record<string, string>> = {
    checks: `${area}/morning_check?checkDate=${days}`,
    sheets: `${area}/food_safety_employee?tab=DAY`,
    certificates: `${area}/cook_user?status=NORMAL`,
    samples: `${area}/sample_management?diningDate=${days}`,
    tests: `${area}/cook_user/operate_record?kind=PESTICIDE_TEST&businessDate=${days}`,
    disinfection: `${area}/cook_user/operate_record?kind=DISINFECT&businessDate=${days}`,
    inspections: `${area}/inspection_user/record_log?day=${days}`,
    issues: `${area}/food_safety_employee/issue?status=OPEN,FIXING,FIXED`,
    alerts: `${area}/alert_detail?level=CRITICAL&status=OPEN,HANDLING`,
    licence: `${area}/unit_information`,
    cabinets: `${area}/smaple_device_status`,
    openings: `${area}/sample_open_log?openedAt=${days}`,
    screens: `${area}/device_list/doc?kind=SCREEN`,
  };
  return addresses[key];
}
