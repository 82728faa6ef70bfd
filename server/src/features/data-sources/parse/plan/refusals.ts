/** Questions that one plan cannot hold: two at once, «ou» between words, subjects and groups that the table does not have. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '#contract/table-plan.ts';
import { singular } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { textColumns } from '../conditions/mentions.ts';
import { stuffOf } from '../numbers/stuff-units.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isTakenBy,
  isUsed,
  type Reading,
  textOf,
} from '../reading.ts';
import { isOfOrganisations, PERSON_NAMES } from '../words/columns/telling-names.ts';
import type { TableColumn } from '../words/table-column.ts';
import { SPENDING } from '../words/verbs.ts';

/** «quantas foram abertas em março e quantas encerradas?»: the conditions do not hold together. */
export function refuseSeveralQuestions(reading: Reading): void {
  const { plan } = reading;
  const counts = reading.items.filter(
    (item) => isKeyword(item, 'how_many', 'how_much') && !isTakenBy(reading, item, 'corrected'),
  );
  if (counts.length > 1 && plan.group_by.length === 0 && plan.measures.length < 2 && plan.filters.length > 1)
    reading.refusals.push('Não sei responder a duas perguntas de uma vez: faça uma de cada vez.');
}

/** «da Hilux ou da S10»: words that are looked for in texts hold together, so one of two cannot be asked for. */
export function refuseEitherText(reading: Reading): void {
  const places = reading.texts.map(({ item }) => reading.items.indexOf(item));
  const isEither = reading.items.some(
    (item, at) =>
      isKeyword(item, 'or') &&
      !isUsed(reading, item) &&
      places.some((place) => place < at) &&
      places.some((place) => place > at && place - at <= OR_REACH),
  );
  const or = reading.items.find((item) => isKeyword(item, 'or') && !isUsed(reading, item));
  // «falam de golpe ou e-mail suspeito»: one of the two words of a remark is enough, where nothing else is looked for.
  if (isEither && or && isOneColumn(reading) && isChoiceOfTwo(reading, places, reading.items.indexOf(or))) {
    consume(reading, 'choice', or);
    reading.isEitherText = true;
  } else if (isEither)
    reading.refusals.push('Não sei combinar «ou» entre palavras de um texto: pergunte por uma de cada vez.');
}

/** The words are looked for in one column: that of remarks where it is named, else the main one of a table without remarks. */
const isOneColumn = (reading: Reading): boolean =>
  reading.text_column !== null || textColumns(reading).length === 0;

/** All words that are looked for stand right beside «ou», and no condition among them. */
function isChoiceOfTwo(reading: Reading, places: number[], or: number): boolean {
  const [first, last] = [Math.min(...places), Math.max(...places)] as const;
  const conditions = reading.filterItems.flat().map((item) => reading.items.indexOf(item));
  const isWithin = conditions.some((at) => at >= first && at <= last);
  const others = reading.items.filter((item) => isKeyword(item, 'or') && !isUsed(reading, item));
  return (
    places.length === 2 && first < or && or < last && !isWithin && others.length === 1 && !reading.isFollowUp
  );
}

/** «qual paciente retirou mais», «para quais famílias»: what is asked for is no column, and rows that are near it are no answer. */
export function refuseUnknownSubject(reading: Reading): void {
  refuseSortOfPeople(reading);
  refuseContact(reading);
  refuseThingInName(reading);
  refuseStuff(reading);
  const attribute = reading.texts.find(({ item }) => isAttribute(reading, reading.items.indexOf(item)));
  if (attribute) reading.refusals.push(`A tabela não tem uma coluna com «${attribute.text}».`);
  const subject = reading.texts.find(({ item }) =>
    isKeyword(reading.items[reading.items.indexOf(item) - 1], 'which'),
  );
  if (!subject || attribute) return;
  const which = reading.items[reading.items.indexOf(subject.item) - 2];
  const isOfOthers = /^(para|com|de|por|a)$/.test(formOf(reading, which));
  const isMost = reading.items.some((item) => isKeyword(item, 'more', 'fewer'));
  if (isOfOthers || isMost) reading.refusals.push(`A tabela não tem uma coluna com «${subject.text}».`);
}

/** «qual o apelido do motorista»: what is asked of a thing is no word to look for. */
const isAttribute = (reading: Reading, at: number): boolean =>
  isKeyword(reading.items[at - 2], 'which') &&
  /^[oa]s?$/.test(formAt(reading, at - 1)) &&
  /^d[eoa]s?$/.test(formAt(reading, at + 1));

/** «e sem?», «e todos os clientes?»: an edit that leaves the plan as it was would repeat the answer before as if it were another. */
export function refuseUnchanged(reading: Reading, before: Plan): void {
  if (reading.texts.length > 0 || reading.refusals.length + reading.impossible.length > 0) return;
  if (reading.items.some((item) => isKeyword(item, 'how_many', 'list'))) return;
  if (isDeepStrictEqual(asked(reading.plan), asked(before)))
    reading.refusals.push('Não entendi o que muda em relação à resposta anterior: faça a pergunta inteira.');
}

/** The parts of a plan that are asked for, without readings that are offered beside it or columns that are shown first. */
const asked = (plan: Plan) => ({ ...plan, alternatives: [], show: undefined });

/** The words between «ou» and the word that it joins. */
const OR_REACH = 6;

/** «quais secretarias não têm compras canceladas»: groups without rows are no groups. */
export function refuseMissingGroups(reading: Reading): void {
  if (reading.plan.group_by.length === 0) return;
  const at = reading.items.findIndex(
    (item, index) =>
      isKeyword(item, 'not') &&
      /^(tem|possui|possuem|tiveram|teve|ha|houve)$/.test(formAt(reading, index + 1)),
  );
  const item = reading.items[at];
  const isOfGroups = reading.items.slice(0, at).some((each) => isKeyword(each, 'which'));
  if (item && (!isUsed(reading, item) || (isOfGroups && isTakenBy(reading, item, 'exclusion'))))
    reading.refusals.push(
      'Não sei dizer a que grupos faltam registros: pergunte quais têm, com a sua quantidade.',
    );
}

/** «multa por tipo de leitor» of a table with the names of readers alone: a name is no sort of people. */
function refuseSortOfPeople(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    const [link, noun] = reading.items.slice(index + 1, index + 3);
    const isSort = SORT.test(formOf(reading, item)) && /^d[eoa]s?$/.test(formOf(reading, link));
    if (!isSort || noun?.kind !== 'column') continue;
    const isOfOther = noun.columns.every(
      (name) => !isWordOf(reading, item, name) && holdsNames(columnNamed(reading, name)),
    );
    if (isOfOther)
      reading.refusals.push(
        `A tabela não tem uma coluna que diga de que ${formOf(reading, item).replace(/s$/, '')} é cada ${singular(formOf(reading, noun))}.`,
      );
  }
}

const isWordOf = (reading: Reading, item: Item, name: string): boolean =>
  reading.lexicon.columns.get(baseOf(reading, item))?.has(name) === true;

const SORT = /^(?:tipos?|classes?|categorias?|perfil|perfis)$/;

/** Names of people or firms: most have two words in capital letters. */
const holdsNames = (column: TableColumn | undefined): boolean =>
  column !== undefined &&
  PERSON_NAMES.test(fold(`${column.name} ${column.label}`)) &&
  column.values.filter((value) => /^\p{Lu}\S* .*\p{Lu}/u.test(value)).length * 2 > column.values.length;

/** «telefone do SAC» of a table in which «Telefone» is a way of asking: how somebody is reached is no value of a row. */
function refuseContact(reading: Reading): void {
  const at = reading.items.findIndex(
    (item) => !isFiller(reading, item) && !isKeyword(item, 'which', 'list') && item.kind !== 'period',
  );
  const item = reading.items[at];
  const isAsked = CONTACT.test(formOf(reading, item)) && /^d[eoa]s?$/.test(formAt(reading, at + 1));
  if (item?.kind === 'value' && candidates(item).length === 0 && isAsked)
    reading.refusals.push(`A tabela não tem uma coluna com «${textOf(reading, item).toLowerCase()}».`);
}

/** «mais de meia tonelada de peixe» of a table without that word: of what the weight is, no remark tells. */
function refuseStuff(reading: Reading): void {
  const stuff = reading.texts.find(({ item }) => {
    const at = reading.items.indexOf(item);
    return formAt(reading, at - 1) === 'de' && stuffOf(formAt(reading, at - 2)) !== null;
  });
  if (stuff) reading.refusals.push(`A tabela não tem uma coluna que diga o que é «${stuff.text}».`);
}

/** «quanto gastamos de arroz?» of a table of suppliers, one of which is called «Arroz Real Ltda»: what was bought is no part of a name. */
function refuseThingInName(reading: Reading): void {
  const main = columnNamed(reading, reading.lexicon.table.main_column);
  if (!main || reading.text_column !== null || textColumns(reading).length > 0) return;
  const isOfSomebody = PERSON_NAMES.test(fold(`${main.name} ${main.label}`)) || isOfOrganisations(main);
  if (!isOfSomebody) return;
  const thing = reading.texts.find(({ item }) => isSpentOn(reading, item));
  if (thing) reading.refusals.push(`A tabela não tem uma coluna que diga o que é «${thing.text}».`);
}

/** «gastamos de diesel», «pagou com frete», «quanto deu de material»: a thing that is written small, and what money went for. */
function isSpentOn(reading: Reading, item: Item): boolean {
  const at = reading.items.indexOf(item);
  const verb = formAt(reading, at - 2);
  return (
    /^\p{Ll}/u.test(reading.words[item.from]?.text ?? '') &&
    /^(?:de|com|em)$/.test(formAt(reading, at - 1)) &&
    (SPENDING.test(verb) || isLightVerb(verb) || /^(?:gastos?|despesas?|custos?|valor|total)$/.test(verb)) &&
    reading.items.slice(0, at).some((each) => isKeyword(each, 'how_much', 'total', 'sum', 'which'))
  );
}

/** «deu», «foi», «saiu»: with «quanto» before it they ask for an amount. */
const isLightVerb = (form: string): boolean => /^(?:deu|foi|saiu|teve|tivemos|houve)$/.test(form);

const CONTACT = /^(?:telefones?|celular|whatsapp|zap|emails?|e-mail|enderecos?|site|contato)$/;
