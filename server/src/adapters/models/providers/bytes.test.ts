/** The reader gets exactly what the provider sent: random texts, cut at random places, also inside characters. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { versionedUrl } from './base-url.ts';
import { providerModel } from './provider-model.ts';

const ROUNDS = 80;
const ways = [
  ['openai', ''],
  ['openai', 'chatonly'],
  ['anthropic', ''],
  ['google', ''],
  ['compatible', ''],
] as const;

let stub: ProviderStub;
beforeAll(async () => {
  stub = await openProviderStub();
});
afterAll(() => stub.close());

const PARTS = [
  ...Array.from('aáâãçéíóúABC 0129.,;:!?-_/*#|<>&%$@~^'),
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '"',
  '\\',
  '\\n',
  "'",
  '`',
  '{',
  '}',
  '[',
  ']',
  '[1]',
  '\u2028',
  '\u2029',
  '\u00a0',
  '\ufeff',
  '🙂',
  '👩‍👩‍👧‍👦',
  '🇧🇷',
  '日本語',
  'é',
  'ﬁ',
  '𝒳',
  '\u0007',
  '\u007f',
  '\u200b',
  'ação',
  'coração',
  'você',
  'data: ',
  '\ndata: {"x":1}\n\n',
  '[DONE]',
  'data: [DONE]',
  ': ping',
  '"__proto__":',
  '{"constructor":{"prototype":1}}',
  'event: error',
];

test.each(ways)(
  '%s %s: every byte arrives',
  async (provider, always) => {
    const random = seeded(provider.length * 1000 + always.length);
    const pick = (count: number) => Math.floor(random() * count);
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = `x${Array.from({ length: 1 + pick(120) }, () => PARTS[pick(PARTS.length)]).join('')}`;
      stub.reset();
      stub.say(cut(text, () => 1 + pick(9)));
      stub.always(
        [always, `bytes=${1 + pick(40)}`, random() < 0.3 ? 'noise' : '', random() < 0.2 ? 'garbage@1' : '']
          .filter(Boolean)
          .join('+'),
      );
      expect(await read(provider), `round ${round}: ${JSON.stringify(text)}`).toBe(text);
    }
  },
  60_000,
);

test('half a character alone and NUL become U+FFFD, so that what is shown can be stored', async () => {
  stub.reset();
  stub.say(['a\ud83d', 'b\0c', '\ude42', 'd\ud83d']);
  expect(await read('compatible')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd');
});

/** Cuts anywhere between UTF-16 units: a character may be halved. */
function cut(text: string, size: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + size();
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

async function read(provider: 'openai' | 'anthropic' | 'google' | 'compatible'): Promise<string> {
  const entry = {
    id: 'm',
    provider,
    provider_model: 'stub',
    name: '',
    description: '',
    context_window: 1,
    max_tokens: 10,
  };
  const model = providerModel(
    {
      entry: { ...entry, supports_temperature: true, is_new: false, recommended: false },
      base_url: versionedUrl(provider, stub.url),
      api_key: 'k',
    },
    { first_token_ms: 20_000, idle_ms: 20_000, known_dialects: new Map() },
  );
  const prompt = { instructions: '', passages: null, history: [], question: 'q' };
  const { signal } = new AbortController();
  let text = '';
  const last = await model({ prompt, temperature: 1, max_tokens: 10, signal }, (piece) => {
    expect(piece.isWellFormed()).toBe(true);
    text += piece;
  });
  expect(last?.type).toBe('end');
  return text;
}

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
