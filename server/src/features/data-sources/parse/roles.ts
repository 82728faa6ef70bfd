/** The part that the words of a rule have in the plan. The name of a rule stands in the trace; a rule without a role is none. */
export type Role =
  /** They narrow the rows, or say of which day, unit or column a condition is. */
  | 'condition'
  /** They ask for a figure, groups, an order, or a column of a row. */
  | 'figure'
  | 'group'
  | 'order'
  | 'shown'
  /** They are looked for in the main column. */
  | 'text'
  /** They change the answer before, or what was just said. */
  | 'edit'
  /** They name what the rows are, or only hold together what others name: nothing of the plan stands on them alone. */
  | 'rows'
  | 'link'
  /** The answer is refused with them. */
  | 'refused';

const ROLES = {
  age: 'condition',
  choice: 'condition',
  'column of a value': 'condition',
  'column of days': 'condition',
  'coming of age': 'condition',
  comparison: 'condition',
  empty: 'condition',
  event: 'condition',
  'excluded value': 'condition',
  exclusion: 'condition',
  filled: 'condition',
  flag: 'condition',
  now: 'condition',
  number: 'condition',
  period: 'condition',
  place: 'condition',
  range: 'condition',
  'range of days': 'condition',
  'state of a column': 'condition',
  'still going on': 'condition',
  stock: 'condition',
  'time of the day': 'condition',
  'time since a day': 'condition',
  unit: 'condition',
  unpaid: 'condition',
  value: 'condition',
  weekday: 'condition',
  year: 'condition',
  average: 'figure',
  'both extremes': 'figure',
  'comparison of values': 'figure',
  count: 'figure',
  count_distinct: 'figure',
  'distinct values': 'figure',
  extreme: 'figure',
  'extreme day': 'figure',
  'figure of a column': 'figure',
  maximum: 'figure',
  median: 'figure',
  minimum: 'figure',
  'per row': 'figure',
  share: 'figure',
  sum: 'figure',
  'sum of a column': 'figure',
  total: 'figure',
  amount: 'figure',
  'amount of stuff': 'figure',
  debt: 'figure',
  'unit of an amount': 'figure',
  group: 'group',
  'group condition': 'group',
  trend: 'group',
  'values of a column': 'group',
  limit: 'order',
  most: 'order',
  order: 'order',
  ranking: 'order',
  'asked of a row': 'shown',
  text: 'text',
  'text of a name': 'text',
  corrected: 'edit',
  correction: 'edit',
  'edit of the answer before': 'edit',
  'follow-up': 'edit',
  instead: 'edit',
  'rank of the answer before': 'edit',
  turned: 'edit',
  noun: 'rows',
  rows: 'rows',
  apposition: 'link',
  'done to all listed': 'link',
  letter: 'link',
  'mentioned column': 'link',
  'verb between': 'link',
  arithmetic: 'refused',
  'comparison without a column': 'refused',
  'comparison without a number': 'refused',
  'group without a column': 'refused',
  'keyword without a place': 'refused',
  'no column of days': 'refused',
  'no such day': 'refused',
  'number without a place': 'refused',
} as const satisfies Record<string, Role>;

export type Rule = keyof typeof ROLES;

export const roleOf = (rule: Rule): Role => ROLES[rule];
