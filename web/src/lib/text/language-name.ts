/** The names of the languages of the screens, each in itself. */
import { LANGUAGES, type Language } from '#contract/language.ts';

export const languageName: Record<Language, string> = {
  'pt-BR': 'Português',
  en: 'English',
  mixed: __LANGUAGE__ === 'en' ? 'As specified (mixed)' : 'Como na especificação (misto)',
};

/** For a choice; the mixed screens come last, and are for administrators. */
export const languageOptions = (withMixed: boolean): { value: Language; label: string }[] =>
  [...LANGUAGES]
    .sort((a, b) => Number(a === 'mixed') - Number(b === 'mixed'))
    .filter((value) => value !== 'mixed' || withMixed)
    .map((value) => ({ value, label: languageName[value] }));
