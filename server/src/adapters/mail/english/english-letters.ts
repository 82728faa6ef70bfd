/** A letter in English, sentence by sentence. What has no English stays as it is; a test composes every letter. */
import { saidInEnglish } from '#contract/english.ts';
import type { Letter } from '../mailer.ts';
import { accountLettersEn } from './account-letters-en.ts';
import { administrationLettersEn } from './administration-letters-en.ts';
import { alertLettersEn } from './alert-letters-en.ts';
import type { LetterSentences } from './letter-sentences.ts';
import { tokenLettersEn } from './token-letters-en.ts';

const SENTENCES: LetterSentences = [
  ...accountLettersEn,
  ...tokenLettersEn,
  ...administrationLettersEn,
  ...alertLettersEn,
];

/** Words in braces that are a sentence or a count of the letter's own. Others, such as names, are people's words. */
const OWN_WORDS = new Set([
  'when',
  'agents',
  'sources',
  'answers',
  'calls',
  'time',
  'dead',
  'checks',
  'sentence',
  'title',
  'reason',
]);

/** Exact sentences first, then those with the most words of their own. */
const PATTERNS = SENTENCES.map(([portuguese, english]) => ({
  english,
  pattern: patternOf(portuguese),
  own: portuguese.replace(/\{\w+\}/g, '').length,
})).sort((one, other) => other.own - one.own);
const EXACT = new Map(SENTENCES);

function patternOf(portuguese: string): RegExp {
  const escaped = portuguese.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

/** Null where the list has no such sentence. */
export function sentenceInEnglish(sentence: string): string | null {
  const exact = EXACT.get(sentence);
  if (exact !== undefined) return exact;
  for (const { pattern, english } of PATTERNS) {
    const words = pattern.exec(sentence)?.groups;
    if (words)
      return english.replace(/\{(\w+)\}/g, (_, name: string) => {
        const word = words[name] ?? '';
        return OWN_WORDS.has(name) ? (sentenceInEnglish(word) ?? saidInEnglish(word)) : word;
      });
  }
  return null;
}

const said = (sentence: string): string => sentenceInEnglish(sentence) ?? sentence;

export function letterInEnglish({
  subject,
  title,
  before,
  secret,
  action,
  after,
  ...letter
}: Letter): Letter {
  return {
    ...letter,
    language: 'en',
    subject: said(subject),
    title: said(title),
    before: before.map(said),
    ...(secret ? { secret: { ...secret, label: said(secret.label) } } : {}),
    ...(action ? { action: { ...action, label: said(action.label) } } : {}),
    after: after.map(said),
  };
}
