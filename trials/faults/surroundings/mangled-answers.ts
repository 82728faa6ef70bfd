/** Asks real models over mangled streams: the code of the product and of the SDKs, without a network. */
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import type { Post } from '../../../server/src/adapters/models/providers/http-post.ts';
import { providerModel } from '../../../server/src/adapters/models/providers/provider-model.ts';
import type { Dialect } from '../../../server/src/adapters/models/providers/stream-parsers.ts';
import { AnswerText } from '../../../server/src/features/chat/compose/answer-text.ts';
import { seeded } from '../../support/seeded-random.ts';
import { type Mangled, mangledStream } from './mangled-streams.ts';

export type Mangling = {
  streams: number;
  /** How many had a text, or a beginning of one, that they had to give. */
  exact: number;
  prefix: number;
  any: number;
  chunks: number;
  characters: number;
  broken: string[];
};

const HOST = 'http://provedor.invalid/v1';
const PROVIDER = { responses: 'openai', chat: 'openai', messages: 'anthropic', gemini: 'google' } as const;

export async function mangledAnswers(options: { streams: number; seed: number }): Promise<Mangling> {
  const figures: Mangling = {
    streams: options.streams,
    exact: 0,
    prefix: 0,
    any: 0,
    chunks: 0,
    characters: 0,
    broken: [],
  };
  for (let number = 0; number < options.streams; number += 1) {
    const stream = mangledStream(seeded(options.seed * 1_000_003 + number));
    figures[stream.expected.form] += 1;
    figures.chunks += stream.chunks.length;
    const { text, faults } = await read(stream);
    figures.characters += text.length;
    for (const fault of faults) figures.broken.push(`${number} (${stream.story}): ${fault}`);
  }
  return figures;
}

/** As a connection brings them, decoded as Node's client decodes them. */
const postOf =
  ({ chunks, ends }: Mangled): Post =>
  (_, reply) => {
    let hasLeft = false;
    const tell = async () => {
      const decoder = new StringDecoder();
      await setImmediate();
      reply.head(200, {});
      for (const chunk of chunks) {
        if (hasLeft) return;
        reply.text(decoder.write(chunk));
        await Promise.resolve();
      }
      const rest = decoder.end();
      if (ends === 'properly') {
        if (rest) reply.text(rest);
        return reply.end();
      }
      // Bytes that were sent before a reset have been read by then, as on a real connection.
      await setImmediate();
      reply.broken(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    };
    void tell();
    return () => {
      hasLeft = true;
    };
  };

async function read(stream: Mangled): Promise<{ text: string; faults: string[] }> {
  const { expected } = stream;
  const faults: string[] = [];
  const shown = new AnswerText(new Set());
  let text = '';
  let onScreen = '';
  let isOver = false;
  const last = await modelOf(stream)(CALL, (words) => {
    if (isOver) faults.push('words after the end');
    if (!words.isWellFormed()) faults.push('half a character');
    text += words;
    onScreen += shown.take(words);
  });
  isOver = true;
  onScreen += shown.end();

  if (!last) faults.push('no last event');
  if (text.includes('\ufffd') && expected.form !== 'any') faults.push('a broken character');
  if (text.includes('\0')) faults.push('a NUL, which the database refuses');
  if (onScreen !== text && expected.form !== 'any') faults.push('what is shown is not what was said');
  if (expected.form === 'exact' && text !== expected.text)
    faults.push(
      `«${text.slice(-40)}» (${text.length}) instead of «${expected.text.slice(-40)}» (${expected.text.length})`,
    );
  if (!expected.text.startsWith(text) && expected.form === 'prefix') faults.push('not how the text begins');
  if (expected.ending && last?.type !== expected.ending) faults.push(`it ended as ${last?.type}`);
  if (last?.type === 'end' && expected.form === 'prefix' && text !== expected.text)
    faults.push('half an answer that looks whole');
  if (last?.type === 'end' && expected.usage !== undefined)
    if (JSON.stringify(last.usage) !== JSON.stringify(expected.usage))
      faults.push(`usage ${JSON.stringify(last.usage)}`);
  return { text, faults };
}

function modelOf(stream: Mangled) {
  const { dialect } = stream;
  const entry = {
    id: 'modelo',
    provider: PROVIDER[dialect],
    provider_model: 'stub',
    name: 'Modelo',
    description: '',
    context_window: 100_000,
    max_tokens: 1_000,
    supports_temperature: true,
    is_new: false,
    recommended: false,
  };
  const known_dialects = new Map<string, Dialect>([[HOST, dialect === 'chat' ? 'chat' : 'responses']]);
  return providerModel(
    { entry, base_url: HOST, api_key: 'chave' },
    { first_token_ms: 20_000, idle_ms: 20_000, known_dialects, pause: async () => {}, post: postOf(stream) },
  );
}

const CALL = {
  prompt: { instructions: '', passages: null, history: [], question: 'Oi?' },
  temperature: 1,
  max_tokens: 100,
  signal: new AbortController().signal,
};
