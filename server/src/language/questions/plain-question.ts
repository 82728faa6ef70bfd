/**
 * A question as it would be asked without anything around it: «bom dia! queria saber qto custa a 2ª via, obrigada» is «quanto
 * custa a 2ª via». Texts have none of these words, so that each would count as something that they do not say.
 */
import { rememberLast } from '../../text/remember-last.ts';
import { type QuestionWord, questionWords, WORDS_MAX } from '../question-words.ts';
import { withoutSlip, writtenOut } from './short-words.ts';
import { talkOf } from './talk.ts';

/** Longer questions are texts, and read as they are. */
const LETTERS_MAX = 600;

/** The rest keeps its own letters, so that names are still names; a question of nothing but talk is left as it is. */
export const plainQuestion = rememberLast((question: string): string =>
  question.length > LETTERS_MAX ? question : withoutTalk(question),
);

/** Talk to a table has these for the table itself, or for what the answer is needed for; a text may be asked about them. */
const OF_TEXTS =
  /^(?:arquivo|artigo|ata|auditoria|aula|banco|base|cadastro|conselho|dado|estudo|fonte|imprensa|jornal|listagem|oficio|parecer|pesquisa|planilha|prestacao|registro|relatorio|reuniao|sistema|tabela|trabalho)$/;
const isOfTexts = (base: string): boolean => OF_TEXTS.test(base);

function withoutTalk(question: string): string {
  const typed = questionWords(question);
  if (!typed.length || typed.length === WORDS_MAX) return question;
  const words = writtenOut(typed, () => false).map(spelled);
  const talk = talkOf(words, isOfTexts);
  if (!talk.size && words.every((word, at) => word === typed[at])) return question;
  let said = '';
  for (let at = 0; at < words.length; ) {
    const to = talk.get(at);
    if (to === undefined) said += spoken(question, { typed, words, at, isFirst: !said });
    // A sentence that was only talk leaves its mark, so that what follows is still one of its own.
    else if (said && !ENDED.test(said)) said += SENTENCE_END.exec(typed[at]?.before ?? '')?.[0] ?? '';
    at = to ?? at + 1;
  }
  const end = question.slice(typed.at(-1)?.end).trim();
  return `${said}${ENDED.test(said) ? '' : end}` || question;
}

const SENTENCE_END = /[.!?]+/;
const ENDED = /[.!?]$/;

/** «quado» is «quando». */
function spelled(word: QuestionWord): QuestionWord {
  const form = withoutSlip(word.form);
  return form === word.form ? word : { ...word, form, base: form };
}

type Place = { typed: QuestionWord[]; words: QuestionWord[]; at: number; isFirst: boolean };

/** The word with the marks before it. */
function spoken(question: string, { typed, words, at, isFirst }: Place): string {
  const [own, word] = [typed[at] as QuestionWord, words[at] as QuestionWord];
  const written = word === own ? question.slice(own.start, own.end) : word.form;
  if (isFirst) return `${/["«“(]$/u.exec(own.before)?.[0] ?? ''}${written}`;
  // «p/ pagar»: the stroke belongs to the word before, which is written out.
  const isWrittenOut = typed[at - 1] !== words[at - 1] && own.before.startsWith('/');
  return `${isWrittenOut ? ' ' : own.before}${written}`;
}
