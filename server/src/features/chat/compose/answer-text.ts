/** Runs of fence characters, markers with the space before them, line ends, and everything else. */
const TOKEN = /`+|~+|\n|[ \u00a0]?\[(\d{1,3}(?:, ?\d{1,3}){0,5})\]|[^`~\n[ \u00a0]+|[\s\S]/y;
/** Text that may become a marker with the next chunk. */
const UNDECIDED = /(?:[ \u00a0]|[ \u00a0]?\[(?:\d{1,3}, ?){0,5}\d{0,3},?)$/;
/** NUL and halves of characters: most texts have neither. */
const RARE = /[\0\ud800-\udfff]/;
/** Nothing in it opens, closes or may be anything: most of what a model writes. */
const PLAIN = /^[^`~\n[]+$/;
/** No marker is longer. */
const MARKER_LENGTH = 40;
/** With nothing but these before it, a run of fence characters opens or closes a block: quotes and lists may hold one. */
const MARGIN = /^[\s>*+-]+$/;

type Run = { mark: string; length: number; startsLine: boolean };
type Code = Run & { fence: boolean; opening: boolean };

/**
 * Cleans the text of a model so that it can be shown and stored, the same however it was cut into chunks: no NUL, no half
 * characters, and no marker `[n]` that names no source. Markers are numbered 1, 2, 3 as sources are cited, whatever the
 * prompt called them. In code a bracketed number is an index, not a marker.
 */
export class AnswerText {
  /** The sources that may be cited, by their numbers in the prompt. */
  #known: ReadonlySet<number>;
  readonly #cited: number[] = [];
  /** The number that each cited source has in the text. */
  readonly #numbers = new Map<number, number>();
  readonly #onCited: (() => void) | undefined;
  #halfCharacter = '';
  #undecided = '';
  #code: Code | null = null;
  /** Fence characters that may go on. */
  #run: Run | null = null;
  #lineIsBlank = true;

  /** `onCited` is called when a source is named for the first time. */
  constructor(known: ReadonlySet<number>, onCited?: () => void) {
    this.#known = known;
    this.#onCited = onCited;
  }

  /** The prompt's numbers of the cited sources, in the order in which they were cited. It grows with the text. */
  get cited(): readonly number[] {
    return this.#cited;
  }

  /** Goes on after a text that this class has written, which cited the sources of these numbers in this order. */
  resume(text: string, cited: readonly number[]): void {
    const known = this.#known;
    // Its markers are counted already, and what it holds is decided.
    this.#known = new Set();
    this.take(text);
    this.#undecided = '';
    this.#halfCharacter = '';
    this.#known = known;
    for (const number of cited) this.#numberOf(number);
  }

  /** Returns the text that is decided; a possible beginning of a marker is kept back. */
  take(chunk: string): string {
    return this.#decide(this.#undecided + this.#clean(chunk, false), false);
  }

  /** The rest. */
  end(): string {
    return this.#decide(this.#undecided + this.#clean('', true), true);
  }

  #clean(chunk: string, last: boolean): string {
    if (this.#halfCharacter === '' && !RARE.test(chunk)) return chunk;
    const text = this.#halfCharacter + chunk.replaceAll('\0', '');
    this.#halfCharacter = !last && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - this.#halfCharacter.length).toWellFormed();
  }

  #decide(text: string, last: boolean): string {
    this.#undecided = last ? '' : (UNDECIDED.exec(text.slice(-MARKER_LENGTH))?.[0] ?? '');
    const sure = text.slice(0, text.length - this.#undecided.length);
    if (PLAIN.test(sure)) return this.#passPlain(sure);
    let out = '';
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(sure); match; match = TOKEN.exec(sure)) out += this.#pass(match[0], match[1]);
    return out;
  }

  #passPlain(text: string): string {
    if (this.#run) this.#endRun(this.#run);
    if (this.#lineIsBlank && !MARGIN.test(text)) this.#lineIsBlank = false;
    return text;
  }

  #pass(token: string, numbers: string | undefined): string {
    const mark = token.charAt(0);
    if (mark === '`' || mark === '~') return this.#passRun(token, mark);
    if (this.#run) this.#endRun(this.#run);
    if (token === '\n') return this.#passLineEnd();
    if (this.#lineIsBlank && !MARGIN.test(token)) this.#lineIsBlank = false;
    return numbers === undefined || this.#code ? token : this.#passMarker(token, numbers);
  }

  #passRun(token: string, mark: string): string {
    if (this.#run && this.#run.mark !== mark) this.#endRun(this.#run);
    this.#run ??= { mark, length: 0, startsLine: this.#lineIsBlank };
    this.#run.length += token.length;
    this.#lineIsBlank = false;
    return token;
  }

  /** Only at its end is it known what a run opens or closes. */
  #endRun(ended: Run): void {
    this.#run = null;
    if (this.#code) this.#code = closes(this.#code, ended) ? null : this.#code;
    else if (ended.startsLine && ended.length >= 3) this.#code = { ...ended, fence: true, opening: true };
    else if (ended.mark === '`') this.#code = { ...ended, fence: false, opening: false };
  }

  #passLineEnd(): string {
    // Code within a paragraph ends with it at the latest.
    if (this.#lineIsBlank && this.#code && !this.#code.fence) this.#code = null;
    if (this.#code) this.#code.opening = false;
    this.#lineIsBlank = true;
    return '\n';
  }

  #passMarker(token: string, numbers: string): string {
    const asked = numbers.split(',').map(Number);
    const found = asked.filter((number) => this.#known.has(number));
    // A list of numbers none of which is a source is a list of numbers.
    if (!found.length) return asked.length === 1 ? '' : token;
    const space = token.startsWith('[') ? '' : token.charAt(0);
    const cited = this.#cited.length;
    const markers = found.map((number) => `[${this.#numberOf(number)}]`).join('');
    if (this.#cited.length > cited) this.#onCited?.();
    return space + markers;
  }

  #numberOf(number: number): number {
    const known = this.#numbers.get(number);
    if (known !== undefined) return known;
    this.#numbers.set(number, this.#cited.push(number));
    return this.#cited.length;
  }
}

function closes(code: Code, run: Run): boolean {
  if (run.mark !== code.mark) return false;
  // "```like this```" on one line is code within a line after all.
  if (!code.fence || code.opening) return run.length === code.length;
  return run.startsLine && run.length >= code.length;
}

/** The text without any marker: what an old answer cited means nothing beside new passages. */
export function withoutMarkers(answer: string): string {
  const text = new AnswerText(new Set());
  return text.take(answer) + text.end();
}

/** A text that was numbered as it was written, without markers that name none of the sources, and what it cites. */
export function citedIn<S extends { index: number }>(
  answer: string,
  sources: S[],
): { text: string; sources: S[] } {
  const text = new AnswerText(new Set(sources.map(({ index }) => index)));
  const clean = text.take(answer) + text.end();
  return { text: clean, sources: sources.filter(({ index }) => text.cited.includes(index)) };
}
