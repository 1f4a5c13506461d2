/** What an operator's drawer is made of, in the order it is shown. Both sides read it. */
export const figureKeys = [
  'depositCount',
  'depositFen',
  'issueFeeFen',
  'replaceFeeFen',
  'pledgeInFen',
  'cashOutFen',
  'pledgeBackFen',
] as const;
