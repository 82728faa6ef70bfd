import { expect, test } from 'vitest';
import { type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { parseEnv } from '../../../env.ts';
import { openLog } from '../../log.ts';
import { askJson } from '../ask-json.ts';
import type { Embedder, MaskedCall, ModelCall, OpenModel, Prompt } from '../model.ts';
import { openModels } from '../open-models.ts';
import { guardModel, guardModels } from './guarded-models.ts';

const CPF = '529.982.247-25';
const OTHER = '111.444.777-35';
const THIRD = '390.533.447-05';

const prompt: Prompt = {
  instructions: `Fale com ${THIRD}.`,
  passages: [
    { index: 1, title: 'Fichas', section: '', text: `Linha de ${OTHER}`, row: { cpf: OTHER } },
    { index: 2, title: `Ficha de ${CPF}`, section: 'Dados', text: 'Sem dados' },
  ],
  notes: [`Não achei ${OTHER}.`],
  history: [{ question: `Sou ${CPF}`, answer: 'Certo.' }],
  question: `E 52998224725?`,
};

async function call(script: Script, wishes: Partial<ModelCall> = {}) {
  const answers = scripted(script);
  const model = guardModel(answers.model, () => ['cpf']);
  let said = '';
  let masked: MaskedCall | null = null;
  const ending = await model(
    {
      prompt,
      temperature: 0,
      max_tokens: 10,
      signal: new AbortController().signal,
      onMasked: (one) => {
        masked = one;
      },
      ...wishes,
    },
    (text) => {
      said += text;
    },
  );
  return { sent: answers.calls[0] as ModelCall, said, ending, masked: masked as MaskedCall | null };
}

test('R-GRD-03: every text of a prompt leaves with marks, numbered by history, question, passages and rows', async () => {
  const { sent, said, masked } = await call(['De [CPF', ' 1] e ', '[CPF 2], [CPF 3]']);
  expect(sent.prompt).toEqual({
    instructions: 'Fale com [CPF 3].',
    passages: [
      { index: 1, title: 'Fichas', section: '', text: 'Linha de [CPF 2]', row: { cpf: '[CPF 2]' } },
      { index: 2, title: 'Ficha de [CPF 1]', section: 'Dados', text: 'Sem dados' },
    ],
    notes: ['Não achei [CPF 2].'],
    history: [{ question: 'Sou [CPF 1]', answer: 'Certo.' }],
    question: 'E [CPF 1]?',
  });
  // A value that only the instructions hold stays a mark.
  expect(said).toBe(`De ${CPF} e ${OTHER}, [CPF 3]`);
  expect(masked?.counts).toEqual({ cpf: 3 });
  expect(masked?.prompt).toEqual(sent.prompt);
});

test('a rule without kinds sends the call as it is', async () => {
  const { sent, said, masked } = await call(['[CPF 1]'], { personal_data: { kinds: [] } });
  expect(sent.prompt).toBe(prompt);
  expect([said, masked]).toEqual(['[CPF 1]', null]);
});

test('a question that its reader sends leaves as it is, but not the turns that had marks', async () => {
  const history = [
    { question: `Sou ${CPF}`, answer: 'Certo.', is_masked: true },
    { question: `E ${OTHER}?`, answer: '' },
  ];
  const asked = { prompt: { ...prompt, history }, personal_data: { kinds: ['cpf'], is_sent: true } as const };
  const { sent } = await call(['Sim'], asked);
  expect(sent.prompt.history).toEqual([
    { question: 'Sou [CPF 1]', answer: 'Certo.' },
    { question: `E ${OTHER}?`, answer: '' },
  ]);
  expect(sent.prompt.question).toBe(prompt.question);
  expect(sent.prompt.instructions).toBe(prompt.instructions);
});

test('the end that was kept back is let out when the model fails', async () => {
  const { said, ending } = await call(['Veja [CP', { failed: 'model_failed' }]);
  expect([said, ending?.type]).toEqual(['Veja [CP', 'failed']);
});

test('an object of a step has its values back as JSON, and the schema leaves with marks', async () => {
  const cut = '529.982.\n247-25';
  const answers = scripted(['{"cpf":"[CPF', ' 1]"}']);
  const asked = {
    instructions: 'Escolha.',
    question: `Valores: ${cut}`,
    form: { name: 'plano', schema: { type: 'string', enum: [cut] } },
    max_tokens: 10,
    onCall: () => {},
    signal: new AbortController().signal,
  };
  const model = guardModel(answers.model, () => ['cpf']);
  const value = await askJson([{ id: 'gpt-5', model }], asked);
  expect(value).toEqual({ cpf: cut });
  expect(JSON.stringify(answers.calls)).not.toMatch(/529/);
  expect(answers.calls[0]?.form?.schema).toEqual({ type: 'string', enum: ['[CPF 1]'] });
});

test('a model that does not leave the premises gets everything; an outside one gets marks', async () => {
  const models = scriptedModels(scripted(['Sim']));
  const guarded = guardModels(models);
  guarded.guard.rule = { mode: 'mask', kinds: ['cpf'] };
  const ask = async ({ model }: OpenModel) => {
    await model({ prompt, temperature: 0, max_tokens: 1, signal: new AbortController().signal }, () => {});
    return models.calls.at(-1)?.prompt.question;
  };
  const open = guarded.open('gpt-4o') as OpenModel;
  expect(await ask(open)).toBe('E [CPF 1]?');
  expect(guarded.open('gpt-4o')?.model).toBe(open.model);
  const inside = guardModels({
    ...models,
    open: (id) => ({
      ...(models.open(id) as OpenModel),
      provider: { id: 1, kind: 'compatible', name: 'Casa', residency: 'local' },
    }),
  });
  inside.guard.rule = { mode: 'mask', kinds: ['cpf'] };
  expect(await ask(inside.open('gpt-4o') as OpenModel)).toBe(prompt.question);
  guarded.guard.rule = { mode: 'allow', kinds: ['cpf'] };
  expect(await ask(open)).toBe(prompt.question);
});

test('R-GRD-11: an outside embedder gets marks without numbers, and its vectors have a name of their own', async () => {
  const seen: string[][] = [];
  const embedder: Embedder = {
    name: 'openai/text-embedding-3-small',
    floor: null,
    async embed(texts) {
      seen.push(texts);
      return { vectors: texts.map(() => [1]), tokens: null };
    },
  };
  const guarded = guardModels({ ...scriptedModels(scripted([])), embedder });
  const { signal } = new AbortController();
  await guarded.embedder?.embed([`De ${CPF}`], signal, 'passage');
  guarded.guard.rule = { mode: 'warn', kinds: ['cpf'] };
  await guarded.embedder?.embed([`De ${CPF} e ${OTHER}`], signal, 'passage');
  expect(seen).toEqual([[`De ${CPF}`], ['De [CPF] e [CPF]']]);
  expect(guarded.embedder?.vector_name).toBe('openai/text-embedding-3-small+mask');
  expect(guarded.embedder?.residency).toBe('exterior');
});

test('R-GRD-08: an embedder at an address that no provider declares is judged by that address', () => {
  const log = openLog('silent');
  const clock = { now: () => new Date('2026-11-23T12:00:00.000Z') };
  const residencyOf = (variables: Record<string, string>, base_url: string | null) => {
    const env = parseEnv({
      NODE_ENV: 'test',
      OPENAI_API_KEY: 'k',
      EMBEDDING_MODEL: 'openai/text-embedding-3-small',
      ...variables,
    });
    const models = openModels(env, { log, clock, variables: {} });
    const openai = { id: 1, kind: 'openai', name: 'OpenAI', residency: 'brasil' } as const;
    const key = { key: 'k', key_source: 'env', key_readable: true } as const;
    models.setup?.configure({
      providers: [{ ...openai, ...key, base_url, typed_address: base_url !== null }],
    });
    return guardModels(models).embedder?.residency;
  };
  const gateway = 'https://modelos.exemplo.br/v1';
  expect(residencyOf({ OPENAI_BASE_URL: gateway }, gateway)).toBe('brasil');
  // The embedder sends to the address of the environment, not to the one that was typed for the provider.
  expect(residencyOf({}, gateway)).toBe('exterior');
  expect(residencyOf({ OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1' }, gateway)).toBe('local');
});
