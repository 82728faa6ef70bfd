/** The servers that the form knows by name, each with the address and the residency that it proposes. */
import type { Residency } from '#contract/model-sets.ts';
import { serverHints } from './texts.ts';

type KnownServer = { label: string; address: string; residency: Residency; hint: string };

export const SERVERS = {
  ollama: {
    label: 'Ollama',
    address: 'http://127.0.0.1:11434/v1',
    residency: 'local',
    hint: serverHints.ollama,
  },
  vllm: {
    label: 'vLLM',
    address: 'http://127.0.0.1:8000/v1',
    residency: 'local',
    hint: serverHints.vllm,
  },
  lmstudio: {
    label: 'LM Studio',
    address: 'http://127.0.0.1:1234/v1',
    residency: 'local',
    hint: serverHints.lmstudio,
  },
  other: {
    label: serverHints.otherLabel,
    address: '',
    residency: 'exterior',
    hint: serverHints.other,
  },
} as const satisfies Record<string, KnownServer>;
export type Server = keyof typeof SERVERS;
