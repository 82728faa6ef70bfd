/** A number of months as people say it: whole years as years. */

export const monthsInPortuguese = (months: number): string => {
  if (months % 12) return `${months} meses`;
  return months === 12 ? '1 ano' : `${months / 12} anos`;
};

export const monthsInEnglish = (months: number): string => {
  if (months % 12) return `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
};
