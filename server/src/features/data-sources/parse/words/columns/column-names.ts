/** The words by which a question can name the columns of one table. */

import { DURATION_UNIT } from '#contract/table-plan.ts';
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../../../language/words.ts';
import { onlyOne } from '../only-one.ts';
import { holdsWords, type TableColumn, unitWords, writtenInValues, writtenOut } from '../table-column.ts';
import { columnSynonyms } from '../thesaurus.ts';
import { commonFirstWord } from '../values/value-phrases.ts';
import { isComplement } from './complements.ts';
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

/** Base of a word → the columns that it may name. */
type Words = Map<string, Set<string>>;

/** `mentioned`: the folded words of the description. */
export function columnWords(
  columns: TableColumn[],
  money: string | null,
  mentioned: ReadonlySet<string>,
): Words {
  const words: Words = new Map();
  noteNames(words, columns);
  noteUnits(words, columns);
  noteFirstWords(words, columns);
  noteDoctors(words, columns);
  noteAmounts(words, columns, money);
  noteSynonyms(words, columns, mentioned);
  return words;
}

function note(words: Words, base: string, column: string): void {
  if (base.length < 2 || isFunctionWord(base)) return;
  const there = words.get(base) ?? new Set();
  words.set(base, there.add(column));
}

/** Name, label, what administrators call it, and the unit where that is a word. */
function noteNames(words: Words, columns: TableColumn[]): void {
  for (const { name, label, synonyms, unit } of columns) {
    const own = new Set([name.replaceAll('_', ' '), label, ...synonyms].flatMap(basesOf));
    for (const base of own) note(words, base, name);
    if (unit && /^\p{L}{3,}$/u.test(unit)) for (const base of basesOf(unit)) note(words, base, name);
  }
}

/** «quilos» are those of every column in kilos. */
function noteUnits(words: Words, columns: TableColumn[]): void {
  const named = new Set(words.keys());
  for (const column of columns)
    for (const base of unitWords(column)) if (!named.has(base)) note(words, base, column.name);
}

/** «as fazendas» of a column whose names nearly all begin with that word. */
function noteFirstWords(words: Words, columns: TableColumn[]): void {
  const named = new Set(words.keys());
  for (const column of columns) {
    const first = column.kind === 'text' || column.kind === 'category' ? commonFirstWord(column) : null;
    if (first && !named.has(first)) note(words, first, column.name);
  }
}

const DOCTORS = ['medic', 'medico', 'medica', 'doutor', 'doutora'];

/** «médicos» of a column of names with «Dr.» before most of them. */
function noteDoctors(words: Words, columns: TableColumn[]): void {
  for (const { name, values } of columns) {
    const titled = values.filter((value) => /^dra?\.? /i.test(value));
    if (titled.length * 2 > values.length) for (const base of DOCTORS) note(words, base, name);
  }
}

/** «faturamento», «gastos» are the usual amount; what was spent or has come in, the amount that was paid. */
function noteAmounts(words: Words, columns: TableColumn[], money: string | null): void {
  const amounts = columns.filter(({ kind }) => kind === 'money');
  const paid = onlyOne(amounts, ({ label }) => /\b(?:pago|recebido|arrecadado)\b/.test(fold(label)));
  // «arrecadação» is what has been paid, and not what is due.
  if (paid && !words.has('arrecadacao')) note(words, 'arrecadacao', paid.name);
  const spent = amounts.find(({ label }) => /^valor (?:total )?pago$/.test(fold(label)));
  const usual = columns.find(({ name }) => name === money);
  if (!usual) return;
  for (const base of WHOLE_AMOUNTS) {
    const isSpent = /^(?:gasto|despesa)$/.test(base) && spent !== undefined;
    if (!words.has(base)) note(words, base, (isSpent ? spent : usual).name);
  }
}

/** A synonym names a column only where the table has no column of that very word. */
function noteSynonyms(words: Words, columns: TableColumn[], mentioned: ReadonlySet<string>): void {
  const all = new Set(words.keys());
  // «navio» of the «tipo de navio» is the «embarcação» too, and «despesa» of the «tipo de despesa» no amount.
  const own = new Set(
    [...words].flatMap(([base, names]) =>
      columns.every((column) => !names.has(column.name) || isComplement(column, base)) ? [] : [base],
    ),
  );
  for (const column of columns) {
    const { name, label } = column;
    const named = holdsWords(column) ? own : all;
    const written = [...writtenOut(column, mentioned), ...writtenInValues(column), ...mayStandFor(column)];
    for (const base of written) if (!named.has(base)) note(words, base, name);
    for (const base of new Set([...basesOf(name.replaceAll('_', ' ')), ...basesOf(label), ...written]))
      for (const synonym of columnSynonyms(base))
        if (!named.has(synonym) && !isOtherSense(column, base, synonym)) note(words, synonym, name);
  }
}

function isOtherSense({ kind, unit }: TableColumn, base: string, synonym: string): boolean {
  return (
    (kind === 'date' && PAY.has(synonym)) ||
    // «prazo» and «dias» lie between two days sooner than they are hours and minutes.
    (unit === DURATION_UNIT && OF_DAYS.has(synonym)) ||
    // «tempo gasto» is no cost.
    (base === 'gasto' && kind !== 'money')
  );
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
