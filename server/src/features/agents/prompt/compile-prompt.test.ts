import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { SECURITY_PROMPT } from './instructions.ts';

const model = scripted(['Sim.']);
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const settings = {
  use_guided_prompt: true,
  use_security_prompt: false,
  prompt_sections: { identity: 'Você é a Ana.', goal: 'Falar em rimas.' },
  custom_prompt: null,
};
const compiled = async (change = {}) =>
  (await admin.post('/agents/compile-prompt', { ...settings, ...change })).body.data;

describe('the prompt that a model would get', () => {
  test('is shown in full, with its size; the security rules by themselves, switched on or not', async () => {
    const { text, tokens, security_prompt } = await compiled();
    expect(text).toBe('## Identidade\nVocê é a Ana.\n\n## Objetivo\nFalar em rimas.');
    // As OpenAI's tokenizer counts.
    expect(tokens).toBe(19);
    expect(security_prompt).toBe(SECURITY_PROMPT);
    const secured = await compiled({ use_security_prompt: true });
    expect(secured.text).toBe(`${SECURITY_PROMPT}\n\n${text}`);
    expect(secured.tokens).toBeGreaterThan(tokens + 50);
    expect((await compiled({ use_guided_prompt: false, custom_prompt: 'Breve.' })).text).toBe('Breve.');
  });

  test('R-AGT-44 is the prompt of the next question', async () => {
    const { id } = (await admin.post('/agents', { name: 'Ana' })).body.data;
    const session = (await admin.post(`/chat/create-session?agent_id=${id}&is_test=true`)).body.data;
    const told = async () => {
      await admin.ask(session.id, 'Oi?');
      return model.calls.at(-1)?.prompt.instructions;
    };
    const before = await told();
    await admin.put(`/agents/${id}`, settings);
    const { text } = await compiled();
    expect(before).not.toBe(text);
    expect(await told()).toBe(text);
  });

  test('R-RCH-01 has the values of variables as the administrator who looks would be answered with', async () => {
    const { text } = await compiled({
      agent_name: 'Ajuda',
      prompt_sections: { identity: 'Você é {{agente}} e fala com {{primeiro_nome}}, {{cidade}}.' },
    });
    expect(text).toBe(
      '## Identidade\nVocê é «nome deste agente» e fala com «primeiro nome de quem pergunta», {{cidade}}.\n\n## Dados desta conversa\n- primeiro nome de quem pergunta: Pessoa\n- nome deste agente: Ajuda',
    );
  });

  test.each([
    [{ prompt_sections: { goal: 'x'.repeat(20_001) } }],
    [{ custom_prompt: 7 }],
    [{ use_guided_prompt: 'x' }],
  ])('is refused for %j', async (change) => {
    const { status } = await admin.post('/agents/compile-prompt', { ...settings, ...change });
    expect(status).toBe(422);
  });
});
