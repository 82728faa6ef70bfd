/** The words by which a question can name the columns of one table. */

import { DURATION_UNIT } from '#contract/table-plan.ts';
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../../../language/words.ts';
import { onlyOne } from '../only-one.ts';
import { type TableColumn, unitWords, writtenOut } from '../table-column.ts';
import { columnSynonyms } from '../thesaurus.ts';
import { commonFirstWord } from '../values/value-phrases.ts';
import { nounsOf } from './shortened-names.ts';

/** «vencimento» is what people earn, and the day on which something falls due. In the base form. */
const PAY = new Set([
  'salario',
  'remuneracao',
  'ordenad',
  'ordenado',
  'folha',
  'salarial',
  'ganho',
  'pagamento',
]);

/** They ask for the usual amount, and never for the price of one piece. In the base form. */
const WHOLE_AMOUNTS = [
  'faturamento',
  'arrecadacao',
  'receita',
  'montante',
  'quantia',
  'dinheiro',
  'gasto',
  'despesa',
];

const OF_DAYS = new Set(['prazo', 'dia']);

/** Base of a word → the columns that it may name. `mentioned`: the folded words of the description. */
export function columnWords(
  columns: TableColumn[],
  money: string | null,
  mentioned: ReadonlySet<string>,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (base: string, column: string) => {
    if (base.length < 2 || isFunctionWord(base)) return;
    const there = found.get(base) ?? new Set();
    found.set(base, there.add(column));
  };
  for (const { name, label, synonyms, unit } of columns) {
    const own = new Set([name.replaceAll('_', ' '), label, ...synonyms].flatMap(basesOf));
    for (const base of own) note(base, name);
    if (unit && /^\p{L}{3,}$/u.test(unit)) for (const base of basesOf(unit)) note(base, name);
  }
  // «quilos» are those of every column in kilos.
  const inWords = new Set(found.keys());
  for (const column of columns)
    for (const base of unitWords(column)) if (!inWords.has(base)) note(base, column.name);
  // «as fazendas» of a column whose names nearly all begin with that word.
  const said = new Set(found.keys());
  for (const column of columns)
    if (column.kind === 'text' || column.kind === 'category') {
      const first = commonFirstWord(column);
      if (first && !said.has(first)) note(first, column.name);
    }
  for (const { name, values } of columns) {
    const titled = values.filter((value) => /^dra?\.? /i.test(value));
    if (titled.length * 2 > values.length)
      for (const base of ['medic', 'medico', 'medica', 'doutor', 'doutora']) note(base, name);
  }
  const whole = columns.find(({ name }) => name === money);
  // «arrecadação» is what has been paid, and not what is due.
  const paid = onlyOne(
    columns,
    ({ kind, label }) => kind === 'money' && /\b(?:pago|recebido|arrecadado)\b/.test(fold(label)),
  );
  if (paid && !found.has('arrecadacao')) note('arrecadacao', paid.name);
  const spent = columns.find(
    ({ kind, label }) => kind === 'money' && /^valor (?:total )?pago$/.test(fold(label)),
  );
  if (whole)
    for (const base of WHOLE_AMOUNTS)
      if (!found.has(base))
        note(base, (/^(?:gasto|despesa)$/.test(base) ? spent : undefined)?.name ?? whole.name);
  // A synonym names a column only where the table has no column of that very word.
  const named = new Set(found.keys());
  for (const column of columns) {
    const { name, label, kind, unit } = column;
    const written = [...writtenOut(column, mentioned), ...mayStandFor(column)];
    for (const base of written) if (!named.has(base)) note(base, name);
    for (const base of new Set([...basesOf(name.replaceAll('_', ' ')), ...basesOf(label), ...written]))
      for (const synonym of columnSynonyms(base))
        if (
          !named.has(synonym) &&
          !(kind === 'date' && PAY.has(synonym)) &&
          // «prazo» and «dias» lie between two days sooner than they are hours and minutes.
          !(unit === DURATION_UNIT && OF_DAYS.has(synonym)) &&
          // «tempo gasto» is no cost.
          !(base === 'gasto' && kind !== 'money')
        )
          note(synonym, name);
  }
  return found;
}

/** «equipe» and «equipamento» of a column «eqp»: its label has none of the two. In the base form. */
const mayStandFor = ({ name, label, kind }: TableColumn): string[] => {
  const shown = new Set(wordsOf(fold(label)));
  return fold(name)
    .split('_')
    .filter((part) => shown.has(part))
    .flatMap((part) => nounsOf(part, kind === 'date'))
    .flatMap(basesOf);
};
