/** Grounding in an agent's knowledge bases. */
import { findPassages } from '../../knowledge/search/find-passages.ts';
import { basesScope } from '../../knowledge/search/passage.ts';
import { areShort } from '../../knowledge/search/whole-texts.ts';
import type { Asked, GroundingContext, SourceKind } from '../source-kind.ts';
import { wholeFiles } from './from-session-files.ts';
import { readTexts, type Texts, WHOLE_PASSAGES_MAX, wholeTokensMax } from './read-texts.ts';

export const fromKnowledgeBases: SourceKind = async (context, asked) =>
  asked.knowledge_base_ids.length
    ? (characters) => readTexts(context.db, asked, textsOfBases(context, asked), characters)
    : null;

function textsOfBases(context: GroundingContext, asked: Asked): Texts {
  const { knowledge_base_ids, context_window, residency_max = 'exterior', guard, signal } = asked;
  const rule = guard?.personal_data;
  const masked_kinds = rule && !rule.is_sent ? rule.kinds : [];
  const files = wholeFiles(asked.files, context_window);
  return {
    scope: basesScope(knowledge_base_ids),
    areShort: () =>
      areShort(context.db, {
        knowledge_base_ids,
        tokens_max: wholeTokensMax(context_window) - files.tokens,
        passages_max: WHOLE_PASSAGES_MAX - files.passages,
      }),
    search: (question) =>
      findPassages(context, { knowledge_base_ids, question, residency_max, masked_kinds }, signal),
    sourceOf: ({ knowledge_base_id, document_id }) => ({ kind: 'document', knowledge_base_id, document_id }),
    plural: 'documentos deste agente',
  };
}
