/** A table of names as the entries of a choice, in the order of the table. */
export const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
