/**
 * What a model writes, made fit to be shown and stored, the same however it was cut into chunks: no NUL, no half
 * characters, and no marker `[n]` that names no source. In code a bracketed number is an index, not a marker.
 */
export type AnswerText = {
  /** What of the text so far may go out; what is still undecided is kept back. */
  take(chunk: string): string;
  /** The rest. */
  end(): string;
  /** The sources that the text named. */
  readonly cited: ReadonlySet<number>;
};

/** Runs of fence characters, markers with the space before them, line ends, and everything else. */
const TOKEN = /`+|~+|\n|[ \u00a0]?\[(\d{1,3}(?:, ?\d{1,3}){0,5})\]|[^`~\n[ \u00a0]+|[\s\S]/y;
/** What may become a marker with the next chunk. */
const UNDECIDED = /(?:[ \u00a0]|[ \u00a0]?\[(?:\d{1,3}, ?){0,5}\d{0,3},?)$/;
/** Nothing in it opens, closes or may be anything: most of what a model writes. */
const PLAIN = /^[^`~\n[]+$/;
/** No marker is longer. */
const MARKER_LENGTH = 40;
/** With nothing but these before it, a run of fence characters opens or closes a block: quotes and lists may hold one. */
const MARGIN = /^[\s>*+-]+$/;

type Run = { mark: string; length: number; startsLine: boolean };
type Code = Run & { fence: boolean; opening: boolean };

export function openAnswerText(known: ReadonlySet<number>): AnswerText {
  const cited = new Set<number>();
  let halfCharacter = '';
  let undecided = '';
  let code: Code | null = null;
  /** Fence characters that may go on. */
  let run: Run | null = null;
  let lineIsBlank = true;

  function clean(chunk: string, last: boolean): string {
    const text = halfCharacter + chunk.replaceAll('\0', '');
    halfCharacter = !last && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - halfCharacter.length).toWellFormed();
  }

  function decide(text: string, last: boolean): string {
    undecided = last ? '' : (UNDECIDED.exec(text.slice(-MARKER_LENGTH))?.[0] ?? '');
    const sure = text.slice(0, text.length - undecided.length);
    if (PLAIN.test(sure)) return passPlain(sure);
    let out = '';
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(sure); match; match = TOKEN.exec(sure)) out += pass(match[0], match[1]);
    return out;
  }

  function passPlain(text: string): string {
    if (run) endRun(run);
    if (lineIsBlank && !MARGIN.test(text)) lineIsBlank = false;
    return text;
  }

  function pass(token: string, numbers: string | undefined): string {
    const mark = token.charAt(0);
    if (mark === '`' || mark === '~') return passRun(token, mark);
    if (run) endRun(run);
    if (token === '\n') return passLineEnd();
    if (lineIsBlank && !MARGIN.test(token)) lineIsBlank = false;
    return numbers === undefined || code ? token : passMarker(token, numbers);
  }

  function passRun(token: string, mark: string): string {
    if (run && run.mark !== mark) endRun(run);
    run ??= { mark, length: 0, startsLine: lineIsBlank };
    run.length += token.length;
    lineIsBlank = false;
    return token;
  }

  /** Only at its end is it known what a run opens or closes. */
  function endRun(ended: Run): void {
    run = null;
    if (code) code = closes(code, ended) ? null : code;
    else if (ended.startsLine && ended.length >= 3) code = { ...ended, fence: true, opening: true };
    else if (ended.mark === '`') code = { ...ended, fence: false, opening: false };
  }

  function passLineEnd(): string {
    // Code within a paragraph ends with it at the latest.
    if (lineIsBlank && code && !code.fence) code = null;
    if (code) code.opening = false;
    lineIsBlank = true;
    return '\n';
  }

  function passMarker(token: string, numbers: string): string {
    const asked = numbers.split(',').map(Number);
    const found = asked.filter((number) => known.has(number));
    for (const number of found) cited.add(number);
    if (found.length === asked.length && asked.length === 1) return token;
    // A list of numbers none of which is a source is a list of numbers.
    if (!found.length) return asked.length === 1 ? '' : token;
    const space = token.startsWith('[') ? '' : token.charAt(0);
    return space + found.map((number) => `[${number}]`).join('');
  }

  return {
    cited,
    take: (chunk) => decide(undecided + clean(chunk, false), false),
    end: () => decide(undecided + clean('', true), true),
  };
}

function closes(code: Code, run: Run): boolean {
  if (run.mark !== code.mark) return false;
  // "```like this```" on one line is code within a line after all.
  if (!code.fence || code.opening) return run.length === code.length;
  return run.startsLine && run.length >= code.length;
}

/** The text without any marker: what an old answer cited means nothing beside new passages. */
export function withoutMarkers(answer: string): string {
  const text = openAnswerText(new Set());
  return text.take(answer) + text.end();
}

/** The sources that a finished text cites, under their numbers. */
export function citedIn<S extends { index: number }>(answer: string, sources: S[]): S[] {
  const text = openAnswerText(new Set(sources.map(({ index }) => index)));
  text.take(answer);
  text.end();
  return sources.filter(({ index }) => text.cited.has(index));
}
