/** The variables of an agent's instructions: fixed words in their place, and their values in a block of their own. */
import {
  PROMPT_VARIABLE_NAMES,
  PROMPT_VARIABLES,
  type PromptVariable,
  promptParts,
} from '#contract/agent-prompt.ts';
import { TIME_ZONE } from '../../../env.ts';

/** The person who asks, and the agent that is asked. */
export type Asker = { name: string; group: string; agent: string };

/** In checks and comparisons nobody asks. */
export const TEST_ASKER = { name: 'Pessoa de teste', group: 'Grupo de teste' };

/** In the place of a name that may not leave. */
const SOMEBODY = 'a pessoa';
const VALUE_MAX = 100;

export const withReferences = (text: string): string =>
  promptParts(text)
    .map((part) => (part.variable ? `«${PROMPT_VARIABLES[part.variable]}»` : part.text))
    .join('');

export function usedVariables(text: string): PromptVariable[] {
  const used = new Set(promptParts(text).map(({ variable }) => variable));
  return PROMPT_VARIABLE_NAMES.filter((name) => used.has(name));
}

/** Empty where no variable is used. `hides_name`: personal data leave as marks. */
export function conversationData(
  used: readonly PromptVariable[],
  asker: Asker,
  { now, hides_name }: { now: Date; hides_name: boolean },
): string {
  if (!used.length) return '';
  const values = valuesOf(hides_name ? { ...asker, name: SOMEBODY } : asker, now, hides_name);
  const lines = used.map((variable) => `- ${PROMPT_VARIABLES[variable]}: ${plainValue(values[variable])}`);
  return `## Dados desta conversa\n${lines.join('\n')}`;
}

function valuesOf(
  { name, group, agent }: Asker,
  now: Date,
  isWhole: boolean,
): Record<PromptVariable, string> {
  const day = weekday.format(now);
  return {
    data: `${date.format(now)} (${day})`,
    hora: time.format(now),
    dia_da_semana: day,
    nome: name,
    primeiro_nome: isWhole ? name : (name.trim().split(/\s+/)[0] ?? name),
    grupo: group,
    agente: agent,
  };
}

/** One line without anything that would look like a heading, a variable, code or one of the marks of the prompt. */
function plainValue(value: string): string {
  const line = value
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[{}#`<>＜＞﹤﹥]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.slice(0, VALUE_MAX).toWellFormed() || '—';
}

const inZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, ...options });
const date = inZone({ day: '2-digit', month: '2-digit', year: 'numeric' });
const time = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = inZone({ weekday: 'long' });
