/**
 * The local reader answers when no provider is configured. It quotes the passages that were found, word for word, and
 * says where each quotation comes from. Only the leading sentence and a greeting are its own.
 */

import { courtesyOf } from '../../../language/stop-words.ts';
import { fold } from '../../../language/words.ts';
import type { Model, Prompt } from '../model.ts';
import { escapedMarkdown, escapedMarkers } from '../passage-text.ts';
import { type Pause, pause } from '../pause.ts';
import { NOT_FOUND } from '../prompt-text.ts';
import { type Quote, quotesFor, textOf } from './quotes.ts';

export const LEAD = 'Encontrei isto nas fontes deste agente:';
export const GREETED = 'Olá! Faça a sua pergunta: respondo com o que está nas fontes deste agente.';
export const THANKED = 'De nada! Quando quiser, faça outra pergunta sobre as fontes deste agente.';
export const NO_SOURCES = 'Este agente não tem fontes, e sem um modelo configurado não há como responder.';

/** Two words each 10 ms: a hundred words take half a second, slow enough to be seen growing. */
const WORDS_PER_CHUNK = 2;
const CHUNK_PAUSE_MS = 10;

export function localReader(wait: Pause = pause): Model {
  return async ({ prompt, signal, max_tokens }, onText) => {
    if (signal.aborted) return undefined;
    const input = tokensRead(prompt);
    let written = '';
    for (const chunk of chunksOf(localAnswer(prompt))) {
      if (estimate(written + chunk) > max_tokens)
        return { type: 'end', usage: { input, output: estimate(written) }, reason: 'length' };
      written += chunk;
      onText(chunk);
      await wait(CHUNK_PAUSE_MS, signal);
      if (signal.aborted) return undefined;
    }
    return { type: 'end', usage: { input, output: estimate(written) }, reason: 'stop' };
  };
}

export function localAnswer(prompt: Prompt): string {
  if (prompt.passages === null) return NO_SOURCES;
  const notes = (prompt.notes ?? []).map(escapedMarkdown);
  const answers = prompt.passages.flatMap(({ answer }) => (answer ? [answer] : []));
  const courtesy = answers.length ? null : courtesyOf(prompt.question);
  if (courtesy) return courtesy === 'thanks' ? THANKED : GREETED;
  const quotes = quotesFor({
    ...prompt,
    passages: prompt.passages.filter(({ answer }) => answer === undefined),
    isAnswered: answers.length > 0,
  });
  if (answers.length === 0 && quotes.length === 0) return notes.length ? notes.join('\n\n') : NOT_FOUND;
  return [...notes, ...answers, ...(quotes.length ? [LEAD, ...quotes.map(markdownOf)] : [])].join('\n\n');
}

/** The marker follows the last word; below a table and below code it needs a line of its own. */
export function markdownOf(quote: Quote): string {
  const lead = denyingHeading(quote);
  const own = quotedMarkdown(quote);
  return lead ? `${escapedMarkdown(lead)}\n\n${own}` : own;
}

/**
 * The heading of a list, where it denies what the items say: «Bebidas alcoólicas» alone would read as if they were taken,
 * below «O que não transportamos». Empty where the list needs none.
 */
function denyingHeading(quote: Quote): string {
  const heading = quote.passage.section.split(' › ').at(-1) ?? '';
  const isBare = quote.kind === 'list' && LIST_ITEM.test(textOf(quote));
  return isBare && DENIES.test(fold(heading)) ? heading : '';
}

const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))[ \t]/;
/** Folded. */
const DENIES =
  /(?<!\p{L})(?:nao|nunca|jamais|sem|nem|proibid[oa]s?|proibicao|proibicoes|vedad[oa]s?|vedacao|vedacoes|excecao|excecoes|exclusao|exclusoes|exceto|excluid[oa]s?|impedimentos?)(?!\p{L})/u;

function quotedMarkdown(quote: Quote): string {
  const text = textOf(quote);
  const marker = `[${quote.passage.index}]`;
  if (quote.kind === 'source') return `${fence(text)}\n${text}\n${fence(text)}\n\n${marker}`;
  const endsInBlock =
    /(?:^|\n)[ \t]*(?:```|~~~|\|)[^\n]*$/.test(text) || quote.kind === 'table' || quote.kind === 'code';
  const quoted = quote.kind === 'code' ? text : escapedMarkers(text);
  return endsInBlock ? `${quoted}\n\n${marker}` : `${quoted} ${marker}`;
}

/** Longer than any fence inside. */
function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}

function* chunksOf(answer: string): Generator<string> {
  const words = answer.match(/\s*\S+\s*/g) ?? [];
  for (let at = 0; at < words.length; at += WORDS_PER_CHUNK)
    yield words.slice(at, at + WORDS_PER_CHUNK).join('');
}

function tokensRead({ instructions, passages, question }: Prompt): number {
  return (
    estimate(instructions) +
    estimate(question) +
    (passages ?? []).reduce((sum, { text }) => sum + estimate(text), 0)
  );
}

/** An estimate: four characters a token. */
const estimate = (text: string) => Math.ceil(text.length / 4);
