/** Words that another word of the question says more exactly: they change no figure. */
import { basesOf } from '../../../language/question-words.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Item } from './chunk/items.ts';
import { baseOf, columnNamed, formAt, formOf, isTakenBy, type Reading, textOf } from './reading.ts';
import { PERSON } from './words/common-words.ts';

export const isSaidOtherwise = (reading: Reading, item: Item): boolean =>
  isSortOfMain(reading, item) ||
  isPersonOfValue(reading, item) ||
  isClipOfValue(reading, item) ||
  isExplained(reading, item) ||
  isOfKey(reading, item);

/** «sessões de RPG» where «Sessão de pilates» is another value of that column: the noun says what each of them is. */
function isSortOfMain(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const [link, value] = reading.items.slice(at + 1, at + 3);
  const main = columnNamed(reading, reading.lexicon.table.main_column);
  const base = baseOf(reading, item);
  return (
    main !== undefined &&
    /^d[eoa]s?$/.test(formOf(reading, link)) &&
    value?.kind === 'value' &&
    value.phrases.some(({ column }) => column === main.name) &&
    main.values.some((one) => basesOf(one)[0] === base)
  );
}

/** «alunos de graduação», «clientes de Recife»: the value already says which people are meant. */
function isPersonOfValue(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const [link, value] = reading.items.slice(at + 1, at + 3);
  return (
    PERSON.test(formOf(reading, item)) &&
    !SOME_PEOPLE.test(formOf(reading, item)) &&
    !/^(?:para|por|com|sem)$/.test(formAt(reading, at - 1)) &&
    !reading.mentioned.includes(item) &&
    /^d[eoa]s?$/.test(formOf(reading, link)) &&
    value?.kind === 'value' &&
    reading.filterItems.some((items) => items.includes(value))
  );
}

/** They say which people are meant, whatever follows. */
const SOME_PEOPLE = /^(?:idos|mulher|homem|homens|crianca|jove|adult|adolescent|gestante|bebe)/;

/** «que perdemos, ou seja, resultado procedente»: a condition after it says in words of the table what the word said. */
function isExplained(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const place = reading.items.findIndex((each) =>
    /^(?:ou seja|isto é|quer dizer)$/i.test(textOf(reading, each)),
  );
  const isNear = place > at && place - at <= EXPLAINED_REACH;
  return (
    isNear && reading.filterItems.some((items) => items.some((each) => reading.items.indexOf(each) > place))
  );
}

/** The words between one that is explained and «ou seja». */
const EXPLAINED_REACH = 4;

/** «por fonte de recurso» of the column «fonte»: a noun that says of what all groups are. */
function isOfKey(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const key = reading.items[at - 2];
  return (
    COMPLEMENT.test(formOf(reading, item)) &&
    /^d[eo]s?$/.test(formAt(reading, at - 1)) &&
    key?.kind === 'column' &&
    isTakenBy(reading, key, 'group')
  );
}

const COMPLEMENT =
  /^(?:recursos?|pagamentos?|atendimentos?|contato|entrada|despesas?|receitas?|produtos?|servicos?|trabalho|risco|acesso|entregas?|contratacao|transporte|origem|destino)$/;

/** «a fisio atendeu (só Fisioterapia)»: the beginning of a value that the question names in full. */
const isClipOfValue = (reading: Reading, item: Item): boolean =>
  formOf(reading, item).length >= 4 &&
  reading.plan.filters.some(
    ({ op, values }) =>
      op === 'in' &&
      values.length <= 4 &&
      values.some((value) => wordsOf(fold(value)).some((word) => word.startsWith(formOf(reading, item)))),
  );
