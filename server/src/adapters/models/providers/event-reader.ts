/** Events out of a provider's stream, which comes in pieces cut anywhere. */

/** No event of a language model is this long; what has no end must not fill the memory. */
const EVENT_MAX_CHARACTERS = 16 * 1024 * 1024;

export type Listener = {
  /** Returns what the event said. */
  event(event: object): string;
  /** OpenAI's `[DONE]`. */
  done(): void;
  /** A line or an event has no end. */
  tooLong(): void;
};

/** Some servers end without the blank line that would close their last event. */
export const LAST_LINE = '\n\n';

/** Comments, other fields and data that is not a JSON object are left out. */
export class EventReader {
  readonly #listener: Listener;
  /** The beginning of a line whose end has not come; fragments, so that a long line is joined only once. */
  #pending: string[] | null = null;
  #pendingLength = 0;
  /** The lines of the event that is not closed yet. */
  #data: string[] | null = null;
  #dataLength = 0;
  /** A carriage return at the end of a piece may be half of a line end. */
  #endsInReturn = false;
  #isFirst = true;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Returns what the events that end with this piece said. */
  take(text: string): string {
    const piece = this.#withLineEnds(text);
    let said = '';
    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      const line = this.#endPending(piece.slice(start, end));
      start = end + 1;
      const data = dataOf(line);
      // Nearly every event is one line and comes whole: nothing of it needs to be kept.
      const isWhole = data !== null && this.#data === null && piece[start] === '\n';
      if (isWhole) {
        start += 1;
        said += this.#pass(data) ?? '';
      } else if (line === '') said += this.#event();
      else if (data !== null) this.#add(data);
    }
    if (start < piece.length) this.#keep(piece.slice(start));
    return said;
  }

  #withLineEnds(text: string): string {
    let piece = this.#endsInReturn ? `\r${text}` : text;
    if (this.#isFirst && text !== '') {
      this.#isFirst = false;
      if (piece.startsWith('\ufeff')) piece = piece.slice(1);
    }
    this.#endsInReturn = piece.endsWith('\r');
    if (this.#endsInReturn) piece = piece.slice(0, -1);
    return piece.includes('\r') ? piece.replace(/\r\n?/g, '\n') : piece;
  }

  #keep(fragment: string): void {
    this.#pending ??= [];
    this.#pending.push(fragment);
    this.#pendingLength += fragment.length;
    if (this.#pendingLength > EVENT_MAX_CHARACTERS) this.#listener.tooLong();
  }

  #endPending(rest: string): string {
    if (this.#pending === null) return rest;
    const whole = this.#pending.join('') + rest;
    this.#pending = null;
    this.#pendingLength = 0;
    return whole;
  }

  #add(line: string): void {
    this.#data ??= [];
    this.#data.push(line);
    this.#dataLength += line.length;
    if (this.#dataLength > EVENT_MAX_CHARACTERS) this.#listener.tooLong();
  }

  #event(): string {
    const lines = this.#data;
    if (lines === null) return '';
    this.#data = null;
    this.#dataLength = 0;
    // A line break in valid JSON stands between values, never inside a text.
    const said = this.#pass(lines.join(' '));
    if (said !== null) return said;
    // Several lines that make no sense together: junk and an event without the blank line between them.
    return lines.length > 1 ? lines.map((text) => this.#pass(text) ?? '').join('') : '';
  }

  /** Null where it makes no sense. */
  #pass(text: string): string | null {
    const parsed = parse(text);
    if (parsed === undefined) {
      if (text.trim() !== '[DONE]') return null;
      this.#listener.done();
    }
    const isEvent = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isEvent ? this.#listener.event(parsed) : '';
  }
}

/** Null of a line that holds none. */
function dataOf(line: string): string | null {
  return line.startsWith('data:') ? line.slice(line[5] === ' ' ? 6 : 5) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Junk between events: the parser's wish is to skip it, and the caller does.
    return undefined;
  }
}
