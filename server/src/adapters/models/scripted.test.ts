import { expect, test } from 'vitest';
import type { ModelCall, ModelEvent } from './model.ts';
import { hold, SCRIPTED_USAGE, scripted, scriptedModels } from './scripted.ts';

const call = (signal = new AbortController().signal): ModelCall => ({
  prompt: { instructions: '', passages: null, history: [], question: 'Oi?' },
  temperature: 1,
  max_tokens: 10,
  signal,
});

async function read(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const seen: ModelEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

test('a script is played in order, the last one again and again', async () => {
  const answers = scripted(
    ['O', 'lá!'],
    [{ end: null }],
    [{ failed: 'model_busy', usage: { input: 1, output: 0 } }],
  );
  expect(await read(answers.model(call()))).toEqual([
    { type: 'text', text: 'O' },
    { type: 'text', text: 'lá!' },
    { type: 'end', usage: SCRIPTED_USAGE, reason: 'stop' },
  ]);
  expect(await read(answers.model(call()))).toEqual([{ type: 'end', usage: null, reason: 'stop' }]);
  const failed = { type: 'failed', code: 'model_busy', cause: 'scripted', usage: { input: 1, output: 0 } };
  expect(await read(answers.model(call()))).toEqual([failed]);
  expect(await read(answers.model(call()))).toEqual([failed]);
  expect(answers.calls).toHaveLength(4);
  expect(answers.running).toBe(0);
});

test('an answer waits where the script holds it', async () => {
  const gate = hold();
  const answers = scripted(['antes ', gate, 'depois']);
  const reading = read(answers.model(call()));
  await gate.reached;
  expect(answers.running).toBe(1);
  gate.release();
  expect((await reading).map((event) => (event.type === 'text' ? event.text : ''))).toEqual([
    'antes ',
    'depois',
    '',
  ]);
});

test('an abort ends a held answer without a last event', async () => {
  const gate = hold();
  const abort = new AbortController();
  const answers = scripted(['antes ', gate, 'depois']);
  const reading = read(answers.model(call(abort.signal)));
  await gate.reached;
  abort.abort();
  expect(await reading).toEqual([{ type: 'text', text: 'antes ' }]);
  expect(answers).toMatchObject({ running: 0, abandoned: 1 });
});

test('a script may look at the call, be silent or throw', async () => {
  const answers = scripted(
    (asked) => [asked.prompt.question],
    ['x', { silence: true }],
    [{ throws: new Error('não') }],
  );
  expect((await read(answers.model(call())))[0]).toEqual({ type: 'text', text: 'Oi?' });
  expect(await read(answers.model(call()))).toEqual([{ type: 'text', text: 'x' }]);
  await expect(read(answers.model(call()))).rejects.toThrow('não');
});

test('all of the catalogue runs on the script, but for what has no key', () => {
  const models = scriptedModels(scripted([]), { without: ['gpt-5'] });
  expect(models.open('gpt-4o')?.entry.id).toBe('gpt-4o');
  expect(models.open('gpt-5')).toBeNull();
  expect(models.open('nenhum')).toBeNull();
});
