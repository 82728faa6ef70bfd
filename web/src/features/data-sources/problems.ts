/** Validates a draft; each problem belongs to a field. */
import { PATTERN_MAX, TERM_MAX } from '#contract/limits.ts';
import type { Draft, DraftParameter } from './draft.ts';
import { valuesOf } from './draft.ts';
import { texts } from './texts-settings.ts';

export type ParameterProblems = { name?: string; values?: string; include_pattern?: string };

export type Problems = {
  name?: string;
  max_documents?: string;
  max_filtered_documents?: string;
  /** Keyed by the parameter's `key`. */
  parameters: Record<string, ParameterProblems>;
};

const COUNT_MIN = 1;
const COUNT_MAX = 50;

export function problemsOf(draft: Draft): Problems {
  const { parameters } = draft.profile_extraction;
  const found: Problems = { parameters: {} };
  if (!draft.name.trim()) found.name = texts.nameMissing;
  if (!isCount(draft.document_search.max_documents)) found.max_documents = texts.countWrong;
  if (!isCount(draft.document_filter.max_filtered_documents)) found.max_filtered_documents = texts.countWrong;
  for (const parameter of parameters) {
    const problems = problemsOfParameter(parameter, parameters);
    if (Object.keys(problems).length > 0) found.parameters[parameter.key] = problems;
  }
  return found;
}

export const isFaultless = ({ parameters, ...fields }: Problems): boolean =>
  Object.keys(parameters).length === 0 && Object.keys(fields).length === 0;

function problemsOfParameter(parameter: DraftParameter, all: DraftParameter[]): ParameterProblems {
  const { key, name, values, regex } = parameter;
  const problems: ParameterProblems = {};
  const twin = all.find((other) => name.trim() !== '' && other.name.trim() === name.trim());
  if (twin && twin.key !== key) problems.name = texts.parameter.twice;
  if (!regex.enabled && valuesOf(values).some((value) => value.length > TERM_MAX))
    problems.values = texts.parameter.valueLong;
  if (regex.enabled && !regex.include_pattern) problems.include_pattern = texts.parameter.includeMissing;
  if (regex.include_pattern.length > PATTERN_MAX) problems.include_pattern = texts.parameter.patternLong;
  return problems;
}

function isCount(typed: string): boolean {
  const count = Number(typed);
  return typed.trim() !== '' && Number.isInteger(count) && count >= COUNT_MIN && count <= COUNT_MAX;
}
