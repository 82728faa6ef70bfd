/** Grounding in the files of the conversation. */
import { findInScope } from '../../knowledge/search/find-passages.ts';
import { filesScope, type ReadableFiles } from '../../session-files/search-scope.ts';
import type { GroundingContext, SourceKind } from '../source-kind.ts';
import { readTexts, type Texts, WHOLE_PASSAGES_MAX, wholeTokensMax } from './read-texts.ts';
import { withWeakFiles } from './weak-sources.ts';

export const fromSessionFiles: SourceKind = async ({ db }, asked) => {
  const { files, context_window } = asked;
  if (!files) return null;
  return async (characters) => {
    const findings = await readTexts(db, asked, textsOfFiles(db, files, context_window), characters);
    if (!findings.found.length) return findings;
    return { ...(await withWeakFiles(db, files.user_id, findings)), personal: true };
  };
};

function textsOfFiles(db: GroundingContext['db'], files: ReadableFiles, context_window: number): Texts {
  const scope = filesScope(files);
  return {
    scope,
    areShort: async () => wholeFiles(files, context_window).passages > 0,
    search: (question) => findInScope(db, scope, question),
    sourceOf: ({ document_id }) => {
      const file_id = files.files[document_id - 1]?.id;
      return { kind: 'file', ...(file_id === undefined ? {} : { file_id }) };
    },
    plural: 'arquivos desta conversa',
  };
}

/** The size of the files where a model gets them whole; 0 where they are searched. */
export function wholeFiles(
  files: ReadableFiles | null | undefined,
  context_window: number,
): { tokens: number; passages: number } {
  const tokens = sum(files?.files.map((file) => file.tokens) ?? []);
  const passages = sum(files?.files.map((file) => file.passages) ?? []);
  const areWhole = tokens <= wholeTokensMax(context_window) && passages <= WHOLE_PASSAGES_MAX;
  return areWhole ? { tokens, passages } : { tokens: 0, passages: 0 };
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
