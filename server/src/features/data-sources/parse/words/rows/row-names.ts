/** The words by which a question can name the rows of a table. */
import { portugueseName } from '../../../../../language/english-terms.ts';
import { basesOf } from '../../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../../language/stop-words.ts';
import { fold } from '../../../../../language/words.ts';
import { type AskedTable, identified, sortedNouns } from '../table-column.ts';
import { GENERAL_ROWS, rowSynonyms } from '../thesaurus.ts';
import { firstClause } from '../values/described-codes.ts';
import { nounsShownBy } from './shown-by-columns.ts';
import { themeNouns } from './themes.ts';

export function rowWords(
  { rows_word, row_nouns = [], name, columns, described: description = '' }: AskedTable,
  named: Map<string, Set<string>>,
): Set<string> {
  const amounts = new Set(
    columns.flatMap(({ name: column, kind }) => (kind === 'number' || kind === 'money' ? [column] : [])),
  );
  const holdsAmounts = (base: string) => [...(named.get(base) ?? [])].some((column) => amounts.has(column));
  // «Notas e faltas dos alunos» with a column of marks: what a column holds is no row.
  const described = row_nouns
    .slice(0, PAPER.test(basesOf(row_nouns[0] ?? '')[0] ?? '') ? 2 : 1)
    .flatMap(basesOf)
    .filter((base) => !holdsAmounts(base));
  // The rows of «Library books» are asked for as «livros» too.
  const translated = portugueseName([rows_word.one]) ?? '';
  const usual = [...[rows_word.one, rows_word.many, translated].flatMap(basesOf), ...described];
  // «Empréstimos das bibliotecas» with a column of libraries: a library is no loan.
  const sorts = sortedNouns(columns);
  const described_words = new Set([...basesOf(name), ...basesOf(firstClause(description))]);
  const others = basesOf(name)
    .filter((base) => !named.has(base))
    .concat([...sorts].filter((base) => described_words.has(base)));
  const own = [...usual, ...others, ...identified(columns, description)].filter(
    (base) => !isFunctionWord(base),
  );
  const isOfPeople = columns.some((column) => PERSON_COLUMN.test(fold(`${column.name} ${column.label}`)));
  return new Set([
    ...own,
    ...own.flatMap(rowSynonyms).filter((base) => !holdsAmounts(base)),
    ...GENERAL_ROWS,
    ...(isOfPeople ? PEOPLE.filter((word) => !named.has(word)) : []),
  ]);
}

/** Nouns that mean the rows where nothing else of the table is called so. */
export function rowNouns(
  { row_nouns = [], rows_word, columns }: AskedTable,
  named: Map<string, Set<string>>,
  rows: Set<string>,
): Set<string> {
  const own = row_nouns.flatMap(basesOf).filter((base) => base.length >= 3 && !named.has(base));
  const subject = themeNouns(subjectWords({ row_nouns, rows_word, columns }, named, rows));
  const shown = nounsShownBy(columns);
  return new Set([
    ...own,
    ...own.flatMap(rowSynonyms),
    ...[...shown, ...subject].filter((noun) => !named.has(noun)),
  ]);
}

/**
 * The words that tell the subject of a table: what an administrator calls its rows, or else its name, what its description
 * begins with, and what its columns show.
 */
export function subjectWords(
  { row_nouns = [], rows_word, columns }: Pick<AskedTable, 'row_nouns' | 'rows_word' | 'columns'>,
  named: Map<string, Set<string>>,
  rows: Set<string>,
): string[] {
  const own = row_nouns.flatMap(basesOf).filter((base) => base.length >= 3 && !named.has(base));
  const usual = [rows_word.one, rows_word.many].flatMap(basesOf);
  const first = usual.some((base) => !GENERAL_ROWS.has(base)) ? usual : [...rows];
  // «Romaneios de entrega» are papers of deliveries.
  const isPaper = PAPER.test(own[0] ?? '');
  return [...first, ...own.slice(0, isPaper ? 2 : 1), ...nounsShownBy(columns)];
}

/** Names of documents: the noun after one of them names the rows. In the base form. */
const PAPER =
  /^(?:romaneio|ticket|ficha|guia|boletim|comprovante|controle|termo|ordem|recibo|mapa|relacao|lista|listagem|planilha|historico|cadastro|base|dado|relatorio|lancamento|registro|movimento|agenda|diario|formulario)$/;

/** A table with such a column has a row for a person. */
const PERSON_COLUMN = /\b(idade|sexo|genero|nascimento)\b|_(idade|sexo)|idade_|sexo_/;
const PEOPLE = ['pessoa', 'gente', 'individuo', 'paciente'];
