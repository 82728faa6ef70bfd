/** Columns of people and places that «quem» and «onde» ask for: «quem votou contra o projeto?», «onde ficam as árvores mortas?». */

import { fold, wordsOf } from '../../../../language/words.ts';
import { formOf, type Reading } from '../reading.ts';
import { PERSON } from '../words/common-words.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import { isVerbOf } from '../words/rows/themes.ts';
import type { TableColumn } from '../words/table-column.ts';
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
    (column) =>
      !column.hidden &&
      !planned.has(column.name) &&
      column.name !== lexicon.table.main_column &&
      isOfPeople(reading, column),
  );
  const described = people.filter(({ name }) => lexicon.described.has(lexicon.heads.get(name) ?? ''));
  const only = onlyOne(described.length > 0 || !isReceiver ? described : people);
  if (only) plan.show = [only.name];
}

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
      /^nome(?: completo| social)?$|^(?:titular|contribuinte|hospede|socio|dono|requerente|tutor)/.test(
        fold(label),
      ))
  );
};

/** «doou» and «doador», «vendeu» and «vendedor», «assinou» and «assinante». Folded. */
export const isDoer = (verb: string, noun: string): boolean => {
  const start = verb.replace(/(?:ou|aram|eu|eram|iu|iram|[ae]m?)$/, '');
  return noun.startsWith(start) && /^[aei]?(?:dor|tor|sor|nte)a?$/.test(noun.slice(start.length));
};

/** As many as a plan holds. */
export const SHOWN_MAX = 4;
