/** Columns of people and places that «quem» and «onde» ask for: «quem votou contra o projeto?», «onde ficam as árvores mortas?». */

import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import {
  baseOf,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  isUsed,
  namesOf,
  type Reading,
} from '../reading.ts';
import { PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import { isVerbOf } from '../words/rows/themes.ts';
import type { TableColumn, ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { plannedColumns } from './planned-columns.ts';

/** «quem votou contra o projeto?», «pra quem foi emprestado o E71494?»: the people of the rows, sooner those that the description begins with. */
export function showWho(reading: Reading): void {
  const { lexicon, plan } = reading;
  const said = reading.items.filter((item) => !(item.kind === 'word' && item.isTalk));
  const [lead] = said.filter((item) => !/^(?:e|pra|para|pro|a|com|por|de)$/.test(formOf(reading, item)));
  if (!plan.rows || !lead || formOf(reading, lead) !== 'quem') return;
  const isReceiver = said.indexOf(lead) > 0 && !/^(?:e|por|de)$/.test(formOf(reading, said[0]));
  const verb = formOf(reading, said[said.indexOf(lead) + 1]);
  // «quem pediu a poda?» asks for none of those who voted.
  const isDeedOfRows =
    !isFiniteVerb(verb) || COPULA.test(verb) || isVerbOf(verb, lexicon.row_verbs) || namesRows(reading, verb);
  if (!isReceiver && !isDeedOfRows) return;
  const planned = plannedColumns(reading);
  const people = lexicon.table.columns.filter(
    (column) => !column.hidden && !planned.has(column.name) && isOfPeople(reading, column),
  );
  const others = people.filter(({ name }) => name !== lexicon.table.main_column);
  const only = onlyOne(peopleTold(reading, people, verb) ?? (isReceiver ? others : []));
  // The main column is shown without being asked for.
  if (only && only.name !== lexicon.table.main_column) plan.show = [only.name];
}

/** Those of whom the description says that the rows are of them, else those that it mentions at all, who render no service. */
function peopleTold({ lexicon }: Reading, people: TableColumn[], verb: string): TableColumn[] | null {
  const mentioned = SERVICE.test(verb) ? [] : [...lexicon.mentioned].map(baseForm);
  const told = [lexicon.described, new Set(mentioned)].map((words) =>
    people.filter(({ name }) => words.has(lexicon.heads.get(name) ?? '')),
  );
  return told.find(({ length }) => length > 0) ?? null;
}

/** «quem consertou o barco?» asks for none of those to whom it belongs. */
const SERVICE =
  /^(?:consert|repar|atend|fiscaliz|vistori|inspecion|instal|oper|entreg|envi|transport|dirig|assin|emit|autoriz|aprov|aplic|vacin|fez|fizeram|realiz|execut)/;

/** «o que a Fazenda Aurora vende?»: the different things in the rows of the one that is named. */
export function groupWhat(reading: Reading): boolean {
  const { lexicon, plan, items } = reading;
  const at = items.findIndex((item) => formOf(reading, item) === 'que');
  const [doer, verb, ...others] = items.slice(at + 1).filter((item) => !isFiller(reading, item));
  const isDeed = verb?.kind === 'rows' || isVerbOf(formOf(reading, verb), lexicon.row_verbs);
  const isAll = others.every(({ kind }) => kind === 'period' || kind === 'value');
  const isAsked = at >= 0 && /^o?$/.test(formAt(reading, 0)) && at <= 1 && isAll && isDeed;
  if (!isAsked || !plan.rows || plan.order.length > 0 || !isOfSeveral(reading, doer)) return false;
  const only = onlyOne(lexicon.table.columns, ({ hidden, label }) => !hidden && THING.test(fold(label)));
  if (!only || plannedColumns(reading).has(only.name) || only.name === lexicon.table.main_column)
    return false;
  consume(reading, 'group', items[at]);
  const measures = [{ fn: 'count' as const, column: null }];
  Object.assign(plan, { rows: false, measures, group_by: [{ column: only.name, bucket: null }] });
  return true;
}

const isOfSeveral = (reading: Reading, doer: Item | undefined): boolean =>
  doer?.kind === 'value' &&
  doer.phrases.every(({ column }) => columnNamed(reading, column)?.kind !== 'identifier');

const THING =
  /^(?:(?:nome|descricao) d[aeo] )?(?:produto|item|mercadoria|material|artigo|servico|cultura|exame|curso)$/;

/** «onde ficam as árvores mortas?»: the columns of places. */
export function showWhere(reading: Reading): void {
  const { lexicon, plan } = reading;
  const [lead] = reading.items.filter((item) => !(item.kind === 'word' && item.isTalk));
  if (!plan.rows || plan.show || !/^(?:onde|aonde|cade)$/.test(formOf(reading, lead))) return;
  const places = placesOf(lexicon.table.columns.filter(({ hidden }) => !hidden));
  if (places.length > 0) plan.show = places.slice(0, SHOWN_MAX).map(({ name }) => name);
}

/** The columns that tell where something is. */
export const placesOf = (columns: TableColumn[]): TableColumn[] =>
  columns.filter(({ label }) => PLACE.test(fold(label)));

const PLACE =
  /^(?:localizacao|local|endereco|logradouro|rua|bairro|municipio|cidade|distrito|setor|sala|deposito|armazem|unidade|prateleira|estante|patio|regiao|zona|quadra|lote)\b/;

const COPULA = /^(?:e|foi|foram|sao|era|eram|esta|estao|tem|teve)$/;

/** «votou» of a table of «votos». */
const namesRows = ({ lexicon }: Reading, verb: string): boolean =>
  [...lexicon.rows].some((word) => word.length >= 4 && rootsMeet(verb, word));

/** «Vereador», «Nome do leitor», «Produtor»: each cell is somebody. */
export const isOfPeople = ({ lexicon }: Reading, { name, kind, label }: TableColumn): boolean => {
  const head = lexicon.heads.get(name) ?? '';
  return (
    (kind === 'category' || kind === 'text') &&
    (wordsOf(fold(label)).some((word) => PERSON.test(word)) ||
      (/(?:dor|tor|sor|ista|ante|dente)$/.test(head) && !/^(?:setor|vetor|motor|restante)$/.test(head)) ||
      /^nome(?: completo| social)?$|^(?:titular|contribuinte|hospede|socio|dono|requerente|tutor|cooperad|associad|segurad|proprietari)/.test(
        fold(label),
      ))
  );
};

/**
 * «compradores de São Paulo», «cooperados do Paraná»: the place of those people, which a column may be named after, and not
 * the one that is named after others.
 */
export function placeOfPeople(
  reading: Reading,
  index: number,
  item: Extract<Item, { kind: 'value' }>,
): ValuePhrase | null {
  const noun = reading.items[index - 2];
  if (noun?.kind !== 'column' || !/^d[eoa]s?$/.test(formAt(reading, index - 1))) return null;
  const people = reading.lexicon.table.columns.filter((column) => isOfPeople(reading, column));
  const own = people.find(({ name }) => noun.columns.includes(name) && isHead(reading, name, noun));
  if (!own || (isUsed(reading, noun) && !isTakenBy(reading, noun, 'distinct values', 'group'))) return null;
  const heads = people.map(({ name }) => reading.lexicon.heads.get(name) ?? '');
  const places = item.phrases
    .filter(({ column }) => PLACE_OF_PEOPLE.test(namesOf(reading, column).replaceAll('_', ' ')))
    .map((phrase) => ({
      phrase,
      of: heads.filter((head) => baseForm(columnNamed(reading, phrase.column)?.label ?? '').includes(head)),
    }));
  const found =
    places.find(({ of }) => of.includes(baseOf(reading, noun))) ?? places.find(({ of }) => of.length === 0);
  // «quantos compradores de São Paulo» counts them.
  if (found && !isKeyword(reading.items[index - 3], 'how_many', 'number_of', 'which', 'list'))
    consume(reading, 'column of a value', noun);
  return found?.phrase ?? null;
}

const isHead = (reading: Reading, name: string, noun: Item): boolean =>
  reading.lexicon.heads.get(name) === baseOf(reading, noun);

const PLACE_OF_PEOPLE = /\b(?:uf|estado|municipio|cidade|bairro|distrito|regiao|localidade|pais)\b/;

/** As many as a plan holds. */
export const SHOWN_MAX = 4;
