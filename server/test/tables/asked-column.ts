/** A column of an invented table, with the label that its name suggests. */
import type { AskedTable } from '../../src/features/data-sources/parse/words/table-column.ts';
import { labelOf } from '../../src/features/data-sources/profile/labels.ts';

type AskedColumn = AskedTable['columns'][number];

export const askedColumn = (name: string, kind: AskedColumn['kind'], values: string[] = []): AskedColumn => ({
  ...{ name, kind, label: labelOf(name), unit: null, synonyms: [], hidden: false, values },
});

/** The same with a label that an administrator gave. */
export const titledColumn = (
  name: string,
  kind: AskedColumn['kind'],
  label: string,
  values: string[] = [],
): AskedColumn => ({ ...askedColumn(name, kind, values), label });
