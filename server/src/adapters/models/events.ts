/** Events out of a provider's stream, which comes in pieces cut anywhere. */

/** No event of a language model is this long; a line without an end must not fill the memory. */
const EVENT_MAX_CHARACTERS = 16 * 1024 * 1024;

export type Listener = {
  event(event: object): void;
  /** OpenAI's `[DONE]`. */
  done(): void;
  /** A line has no end. */
  tooLong(): void;
};

export type EventReader = { take(text: string): void };

/** Some servers end without the blank line that would close their last event. */
export const LAST_LINE = '\n\n';

/** Comments, other fields and data that is not a JSON object are left out. */
export function openEventReader(listener: Listener): EventReader {
  /** The beginning of a line whose end has not come; fragments, so that a long line is joined only once. */
  let pending: string[] = [];
  let pendingLength = 0;
  let data: string[] = [];
  /** A carriage return at the end of a piece may be half of a line end. */
  let endsInReturn = false;
  let isFirst = true;

  function take(text: string): void {
    let piece = endsInReturn ? `\r${text}` : text;
    if (isFirst && text !== '') {
      isFirst = false;
      if (piece.startsWith('\ufeff')) piece = piece.slice(1);
    }
    endsInReturn = piece.endsWith('\r');
    if (endsInReturn) piece = piece.slice(0, -1);
    if (piece.includes('\r')) piece = piece.replace(/\r\n?/g, '\n');

    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      if (pending.length === 0) line(piece.slice(start, end));
      else endPending(piece.slice(start, end));
      start = end + 1;
    }
    if (start === piece.length) return;
    pending.push(piece.slice(start));
    pendingLength += piece.length - start;
    if (pendingLength > EVENT_MAX_CHARACTERS) listener.tooLong();
  }

  function endPending(rest: string): void {
    const whole = pending.join('') + rest;
    pending = [];
    pendingLength = 0;
    line(whole);
  }

  function line(text: string): void {
    if (text === '') event();
    else if (text.startsWith('data:')) data.push(text.slice(text[5] === ' ' ? 6 : 5));
  }

  function event(): void {
    if (data.length === 0) return;
    const texts = data;
    data = [];
    // A line break in valid JSON stands between values, never inside a text.
    const whole = texts.length === 1 ? (texts[0] ?? '') : texts.join(' ');
    // Several lines that make no sense together: junk and an event without the blank line between them.
    if (!pass(whole) && texts.length > 1) for (const text of texts) pass(text);
  }

  /** False where it makes no sense. */
  function pass(text: string): boolean {
    const parsed = parse(text);
    const isDone = parsed === undefined && text.trim() === '[DONE]';
    if (isDone) listener.done();
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) listener.event(parsed);
    return isDone || parsed !== undefined;
  }

  return { take };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Junk between events: the parser's wish is to skip it, and the caller does.
    return undefined;
  }
}
