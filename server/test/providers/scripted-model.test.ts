import { expect, test } from 'vitest';
import type { Model, ModelCall, ModelEnding } from '../../src/adapters/models/model.ts';
import { hold, SCRIPTED_USAGE, scripted, scriptedModels } from './scripted-model.ts';

const call = (signal = new AbortController().signal): ModelCall => ({
  prompt: { instructions: '', passages: null, history: [], question: 'Oi?' },
  temperature: 1,
  max_tokens: 10,
  signal,
});

/** The text, and how the call ended. */
async function read(model: Model, signal?: AbortSignal): Promise<(string | ModelEnding | undefined)[]> {
  const said: string[] = [];
  const last = await model(call(signal), (text) => said.push(text));
  return [...said, last];
}

test('a script is played in order, the last one again and again', async () => {
  const answers = scripted(
    ['O', 'lá!'],
    [{ end: null }],
    [{ failed: 'model_busy', usage: { input: 1, output: 0 } }],
  );
  expect(await read(answers.model)).toEqual([
    'O',
    'lá!',
    { type: 'end', usage: SCRIPTED_USAGE, reason: 'stop' },
  ]);
  expect(await read(answers.model)).toEqual([{ type: 'end', usage: null, reason: 'stop' }]);
  const failed = { type: 'failed', code: 'model_busy', cause: 'scripted', usage: { input: 1, output: 0 } };
  expect(await read(answers.model)).toEqual([failed]);
  expect(await read(answers.model)).toEqual([failed]);
  expect(answers.calls).toHaveLength(4);
  expect(answers.running).toBe(0);
});

test('an answer waits where the script holds it', async () => {
  const gate = hold();
  const answers = scripted(['antes ', gate, 'depois']);
  const reading = read(answers.model);
  await gate.reached;
  expect(answers.running).toBe(1);
  gate.release();
  expect((await reading).slice(0, -1)).toEqual(['antes ', 'depois']);
});

test('an abort ends a held answer without a last event', async () => {
  const gate = hold();
  const abort = new AbortController();
  const answers = scripted(['antes ', gate, 'depois']);
  const reading = read(answers.model, abort.signal);
  await gate.reached;
  abort.abort();
  expect(await reading).toEqual(['antes ', undefined]);
  expect(answers).toMatchObject({ running: 0, abandoned: 1 });
});

test('a script may look at the call, be silent or throw', async () => {
  const answers = scripted(
    (asked) => [asked.prompt.question],
    ['x', { silence: true }],
    [{ throws: new Error('não') }],
  );
  expect((await read(answers.model))[0]).toBe('Oi?');
  expect(await read(answers.model)).toEqual(['x', undefined]);
  await expect(read(answers.model)).rejects.toThrow('não');
});

test('all of the catalogue runs on the script, but for what has no key', () => {
  const models = scriptedModels(scripted([]), { without: ['gpt-5'] });
  expect(models.open('gpt-4o')?.entry.id).toBe('gpt-4o');
  expect(models.open('gpt-5')).toBeNull();
  expect(models.open('nenhum')).toBeNull();
});
