/** The subject of a question to a source: words that distinguish its rows, all of its rows, or nothing. */
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { singular } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import { isEnglishFunctionWord } from '../../../language/written-language.ts';
import { isFigureWord } from './figure-words.ts';

type Named = { name: string; description: string | null };

const formsIn = (...texts: string[]) => new Set(texts.flatMap(wordsOf).map(singular));

/** The words of a source's name and description, folded and in the singular. */
export const wordsAbout = ({ name, description }: Named): Set<string> => formsIn(name, description ?? '');

const GENERAL = 'registro linha item dado row record'.split(' ');
/** As in "liste tudo". */
const EVERYTHING = ['tudo', 'everything'];

/** Leaves out words that fit every row of the source, and words that ask for the figure itself. */
export function subjectWords(search: string, source: Named, columns: ContentColumn[]): string[] {
  const named = formsIn(...columns.map(({ name }) => name.replaceAll('_', ' ')));
  const about = wordsAbout(source);
  return tellingWords(search).filter((word) => {
    const form = singular(fold(word));
    return !named.has(form) && !about.has(form) && !GENERAL.includes(form);
  });
}

/** Content words in their original spelling. */
function tellingWords(search: string): string[] {
  return (search.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => {
    const [form] = wordsOf(word);
    return form !== undefined && !isFigureWord(form) && isContentWord(form) && !isEnglishFunctionWord(form);
  });
}

/**
 * Whether a question like "Quais licitações existem?" has only words of the source's name. With `by` "description" its
 * words count too, which may also distinguish rows.
 */
export function asksForAll(search: string, source: Named, by: 'name' | 'description'): boolean {
  const about = by === 'name' ? formsIn(source.name) : wordsAbout(source);
  const words = tellingWords(search).map((word) => singular(fold(word)));
  return (
    words.length > 0 &&
    words.every((word) => about.has(word) || GENERAL.includes(word) || EVERYTHING.includes(word))
  );
}

const COURTESY = `ola|oi+e?|opa|alo|e ai|ei|hey|hello|hi|bom dia|boa tarde|boa noite|bom fim de semana|
tudo (?:bem|bom|certo)|como vai|como (?:voce|vc) esta|com (?:voce|vc)|prazer|
(?:muito |muitissimo )?obrigad[oa]s?|brigad[oa]|valeu|agradeco|grat[oa]|por (?:favor|nada)|de nada|thanks|thank you|
tchau|ate (?:logo|mais|breve|amanha)|adeus|ok|okay|certo|entendi|beleza|legal|otimo|perfeito|
quem (?:e|es) (?:voce|vc|tu)|o que (?:e )?(?:voce|vc)(?: faz| sabe| e| sabe fazer| pode fazer)?|
(?:qual (?:e )?)?(?:o )?seu nome|(?:voce |vc )?(?:pode|poderia|consegue) me ajudar|
(?:por favor )?me ajud[ea](?: ai)?|(?:preciso de |quero |uma )?ajuda|socorro|help`.replace(/\n/g, '');
const ONLY_COURTESY = new RegExp(`^(?:(?:${COURTESY})(?: |$))+$`);
/** No courtesy has more words. */
const COURTESY_WORDS = 12;

/** "Bom dia", "obrigado", "quem é você?", "???": courtesies that ask no table anything. */
export function isSmallTalk(question: string): boolean {
  const words = wordsOf(question);
  return words.length <= COURTESY_WORDS && (words.length === 0 || ONLY_COURTESY.test(words.join(' ')));
}
