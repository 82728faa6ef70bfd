/** What a question is about, seen from a source: the words that tell its rows apart, all of its rows, or nothing at all. */
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import { isContentWord } from '../../../language/stop-words.ts';
import { singular } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import { isEnglishFunctionWord } from '../../../language/written-language.ts';
import { isFigureWord } from './figure-words.ts';

type Named = { name: string; description: string | null };

const formsIn = (...texts: string[]) => new Set(texts.flatMap(wordsOf).map(singular));

/** Folded, in the singular: with these the source itself says what all of its rows are. */
export const wordsAbout = ({ name, description }: Named): Set<string> => formsIn(name, description ?? '');

const GENERAL = 'registro linha item dado row record'.split(' ');
/** Of "liste tudo". */
const EVERYTHING = ['tudo', 'everything'];

/** Without words that every row of the source is about, or that ask for the figure itself. */
export function subjectWords(search: string, source: Named, columns: ContentColumn[]): string[] {
  const named = formsIn(...columns.map(({ name }) => name.replaceAll('_', ' ')));
  const about = wordsAbout(source);
  return tellingWords(search).filter((word) => {
    const form = singular(fold(word));
    return !named.has(form) && !about.has(form) && !GENERAL.includes(form);
  });
}

/** As they were written. */
function tellingWords(search: string): string[] {
  return (search.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => {
    const [form] = wordsOf(word);
    return form !== undefined && !isFigureWord(form) && isContentWord(form) && !isEnglishFunctionWord(form);
  });
}

/**
 * "Quais licitações existem?": only words that the source goes by. `by` the name alone they ask for all of its rows;
 * those of a description may also be what tells rows apart.
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
/** Longer than anything that is only polite. */
const COURTESY_WORDS = 12;

/** "Bom dia", "obrigado", "quem é você?", "???": said to somebody, and asking no table anything. */
export function isSmallTalk(question: string): boolean {
  const words = wordsOf(question);
  return words.length <= COURTESY_WORDS && (words.length === 0 || ONLY_COURTESY.test(words.join(' ')));
}
