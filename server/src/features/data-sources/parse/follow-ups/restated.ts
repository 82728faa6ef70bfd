/** Questions that take back what was just said: «não, eu quis dizer 2024», «errei, é na Vila Nova», «ops, em sacas». */
import type { Plan } from '#contract/table-plan.ts';
import { isKeyword, type Reading } from '../reading.ts';

const MARKS =
  /^(?:(?:nao|ops|opa|desculpa|desculpe|perdao|errei|na verdade|corrigindo|alias) ?)*(?:(?:eu |a gente |nos )?(?:quis dizer|queria dizer|quero dizer|queria|quero|digo|era|e|seria|me referia a|estava falando d[eoa])\b ?)?(?:mesmo |so )?/;
const STRONG = /\b(?:ops|opa|desculpa|desculpe|perdao|errei|na verdade|corrigindo|dizer|digo|referia)\b/;

/** How many words only say that the question before is corrected; 0 where it is not. */
export function wordsOfCorrection({ words, items }: Reading): number {
  const text = words.map(({ form }) => form).join(' ');
  const said = (MARKS.exec(text)?.[0] ?? '').trim();
  const isDenied = words[0]?.form === 'nao' && (words[1]?.before ?? '').includes(',');
  const length = said === '' ? 0 : said.split(' ').length;
  const rest = items.filter(({ from }) => from >= length);
  const isWhole =
    rest.some((item) => isKeyword(item, 'how_many', 'how_much', 'list')) &&
    rest.some(({ kind }) => kind === 'rows');
  return (STRONG.test(said) || isDenied) && rest.length > 0 && !isWhole ? length : 0;
}

/** The words after a correction take the place of something: a condition on a column that was not asked about may replace any of them. */
export function refuseUnreplaced(reading: Reading, before: Plan): void {
  const columns = new Set(before.filters.map(({ column }) => column));
  const isText = reading.texts.length > 0 && !before.filters.some(({ op }) => op === 'contains');
  const isNew = isText || reading.plan.filters.some(({ column }) => !columns.has(column));
  if (columns.size > 0 && isNew)
    reading.refusals.push('Não sei o que isto substitui na pergunta anterior: faça a pergunta inteira.');
}
