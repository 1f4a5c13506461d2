/** What absences are called. */
export const absenceKinds = [
  { value: 'LEAVE', label: '请假' },
  { value: 'TRIP', label: '出差' },
  { value: 'STUDY', label: '研学' },
  { value: 'CLOSED', label: '停课' },
] as const;
export type AbsenceKind = (typeof absenceKinds)[number]['value'];

export const absenceWord = (kind: AbsenceKind): string => absenceKinds.find((one) => one.value === kind)!.label;
