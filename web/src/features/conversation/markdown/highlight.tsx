/** Syntax highlighting. This file imports the highlighter, so it is itself imported dynamically. */
import { createLowlight } from 'lowlight';
import { Fragment, type ReactNode } from 'react';
import { LANGUAGES } from './code-languages.ts';

const lowlight = createLowlight();

/** Rejects when the grammar cannot be fetched. Compiling a grammar takes longer than highlighting most code. */
export async function registerLanguage(language: string): Promise<void> {
  if (lowlight.registered(language)) return;
  const grammar = await LANGUAGES[language]?.();
  if (!grammar) throw new Error(`no grammar for ${language}`);
  lowlight.register(language, grammar.default);
  lowlight.highlight(language, '');
}

/** The language must have been registered. */
export function highlight(language: string, code: string): ReactNode {
  return draw(lowlight.highlight(language, code).children as Piece[], 0);
}

type Piece = { value?: string; properties?: { className?: unknown }; children?: Piece[] };

/** Limit of nesting (templates in templates, tags in tags); deeper code is not coloured. */
const DEPTH_MAX = 20;

const draw = (pieces: Piece[], depth: number): ReactNode[] =>
  pieces.map((piece, index) => {
    const { children } = piece;
    const inside = !children ? piece.value : depth < DEPTH_MAX ? draw(children, depth + 1) : textOf(children);
    const kind = colourOf(piece.properties?.className);
    return kind ? (
      <span key={index} data-code={kind}>
        {inside}
      </span>
    ) : (
      <Fragment key={index}>{inside}</Fragment>
    );
  });

/** Iterative, because the nesting has no limit. */
function textOf(pieces: Piece[]): string {
  let text = '';
  const waiting = pieces.toReversed();
  for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
    text += piece.value ?? '';
    if (piece.children) waiting.push(...piece.children.toReversed());
  }
  return text;
}

const COLOURS: Readonly<Record<string, string>> = {
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-meta': 'keyword',
  'hljs-name': 'keyword',
  'hljs-section': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-quote': 'string',
  'hljs-code': 'string',
  'hljs-number': 'value',
  'hljs-literal': 'value',
  'hljs-symbol': 'value',
  'hljs-bullet': 'value',
  'hljs-link': 'value',
  'hljs-title': 'name',
  'hljs-selector-class': 'name',
  'hljs-selector-id': 'name',
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
  'hljs-property': 'name',
  'hljs-type': 'type',
  'hljs-built_in': 'type',
  'hljs-variable': 'type',
  'hljs-template-variable': 'type',
  'hljs-comment': 'comment',
  'hljs-doctag': 'comment',
  'hljs-addition': 'added',
  'hljs-deletion': 'removed',
};

function colourOf(className: unknown): string | undefined {
  const [name] = Array.isArray(className) ? className : [];
  return typeof name === 'string' && Object.hasOwn(COLOURS, name) ? COLOURS[name] : undefined;
}
