/**
 * The text of an answer with its results. The text holds each table as Markdown, for copies, exports and programs; on
 * the screen the block of a result stands in the place of its table.
 */
import { Suspense, useEffect } from 'react';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { withUncheckedMarks } from '../markdown/unchecked-numbers.tsx';
import { answerParts } from './answer-parts.ts';
import type { ResultBlockProps } from './result-block.tsx';
import { ResultFrame } from './result-frame.tsx';

// Loaded on demand: most answers have no result.
const { Component: ResultBlock, fetch: fetchBlock } = fetched(
  async () => (await import('./result-block.tsx')).ResultBlock,
);

type AnswerTextProps = Omit<ResultBlockProps, 'result'> & {
  text: string;
  results: TableResult[];
  unchecked: UncheckedNumber[];
  growing: boolean;
};

export function AnswerText({ text, results, unchecked, growing, ...block }: AnswerTextProps) {
  // The block is here when it takes the place of its table: what follows would be pushed down a moment later.
  const isComing = growing && text.includes('\n|');
  useEffect(() => {
    if (isComing) fetchBlock().catch(() => undefined);
  }, [isComing]);
  if (growing) return <Markdown text={text} growing />;
  if (results.length === 0) return <Markdown text={withUncheckedMarks(text, unchecked)} />;
  return answerParts(text, results).map((part) => {
    const marked = withUncheckedMarks(part.text, unchecked, part.start);
    if (!part.result) return <Markdown key={`text-${part.start}`} text={marked} />;
    const inWords = part.text ? <Markdown text={marked} /> : <Skeleton className="h-44 w-full" />;
    return (
      <ResultFrame key={`result-${part.result.index}`} result={part.result}>
        <Suspense fallback={<div className="px-4 py-3.5">{inWords}</div>}>
          <ResultBlock result={part.result} {...block} />
        </Suspense>
      </ResultFrame>
    );
  });
}
