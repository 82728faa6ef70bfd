/** Field by field, what sets one configuration of an agent apart from another. */

import type { AgentConfiguration } from '#contract/agent-configuration.ts';
import { PROMPT_SECTIONS } from '#contract/agent-prompt.ts';
import { formatDecimal, ONE_PLACE } from '../../../lib/text/figures.ts';
import { MODE_NAMES } from '../../admin/guard-settings.ts';
import { KIND_NAMES } from '../../admin/personal-data-kinds.tsx';
import { effective } from '../draft.ts';
import { diffText, type Piece } from '../text-diff.ts';
import { texts } from '../texts-configuration.ts';

export type Field =
  | 'model'
  | 'temperature'
  | 'use_guided_prompt'
  | 'use_security_prompt'
  | 'custom_prompt'
  | 'reasoning_effort'
  | 'fallback_models'
  | 'personal_data'
  | 'personal_data_kinds'
  | 'residency_max'
  | 'refuse_unchecked_numbers'
  | 'files'
  | 'knowledge_bases'
  | 'data_sources'
  | (typeof PROMPT_SECTIONS)[number];

export type FieldChange =
  | { field: Field; kind: 'value'; before: string; after: string }
  | { field: Field; kind: 'text'; pieces: Piece[] }
  | { field: Field; kind: 'names'; removed: string[]; added: string[] };

/** `onOff`: how a switch is said. */
export function changesBetween(
  before: AgentConfiguration,
  after: AgentConfiguration,
  onOff: (on: boolean) => string,
): FieldChange[] {
  const [from, to] = [effective(before), effective(after)];
  const changes: (FieldChange | null)[] = [
    value('model', from.model, to.model),
    value(
      'temperature',
      formatDecimal(from.temperature, ONE_PLACE),
      formatDecimal(to.temperature, ONE_PLACE),
    ),
    value('reasoning_effort', before.reasoning_effort ?? '–', after.reasoning_effort ?? '–'),
    value('fallback_models', listOf(before.fallback_models), listOf(after.fallback_models)),
    value('personal_data', modeOf(before), modeOf(after)),
    value('personal_data_kinds', kindsOf(before), kindsOf(after)),
    value('residency_max', residencyOf(before), residencyOf(after)),
    value('refuse_unchecked_numbers', onOff(isRefusing(before)), onOff(isRefusing(after))),
    value('files', texts.fileModes[before.files ?? 'no'], texts.fileModes[after.files ?? 'no']),
    value('use_guided_prompt', onOff(before.use_guided_prompt), onOff(after.use_guided_prompt)),
    ...PROMPT_SECTIONS.map((section) =>
      text(section, before.prompt_sections[section], after.prompt_sections[section]),
    ),
    text('custom_prompt', before.custom_prompt ?? '', after.custom_prompt ?? ''),
    value('use_security_prompt', onOff(before.use_security_prompt), onOff(after.use_security_prompt)),
    names('knowledge_bases', before.knowledge_bases, after.knowledge_bases),
    names('data_sources', before.data_sources, after.data_sources),
  ];
  return changes.filter((change) => change !== null);
}

function value(field: Field, before: string, after: string): FieldChange | null {
  return before === after ? null : { field, kind: 'value', before, after };
}

function text(field: Field, before: string, after: string): FieldChange | null {
  return before === after ? null : { field, kind: 'text', pieces: diffText(before, after) };
}

const listOf = (models: string[] = []): string => models.join(', ') || '–';

const modeOf = ({ personal_data }: AgentConfiguration): string =>
  personal_data ? MODE_NAMES[personal_data] : texts.personalDataDefault(null);

const kindsOf = ({ personal_data_kinds }: AgentConfiguration): string =>
  personal_data_kinds?.map((kind) => KIND_NAMES[kind]).join(', ') ?? texts.personalDataDefault(null);

const residencyOf = ({ residency_max = 'exterior' }: AgentConfiguration): string =>
  texts.residencies[residency_max];

const isRefusing = ({ refuse_unchecked_numbers = false }: AgentConfiguration): boolean =>
  refuse_unchecked_numbers;

type Named = { id: number; name: string };

function names(field: Field, before: Named[], after: Named[]): FieldChange | null {
  const missingIn = (list: Named[]) => (each: Named) => !list.some(({ id }) => id === each.id);
  const removed = before.filter(missingIn(after)).map(({ name }) => name);
  const added = after.filter(missingIn(before)).map(({ name }) => name);
  return removed.length + added.length === 0 ? null : { field, kind: 'names', removed, added };
}
