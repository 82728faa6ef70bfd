/** Example bodies and answers of the calls whose fields by themselves would not make sense together. */
const source = {
  index: 1,
  kind: 'document',
  title: 'manual.md',
  section: 'Conta › Senha temporária',
  snippet: 'A senha temporária vale 30 minutos',
  knowledge_base_id: 1,
  document_id: 12,
  start: 1_204,
  end: 1_238,
};

const BANNER = {
  text: 'Manutenção no sábado, das 8h às 10h.',
  tone: 'warning',
  group_ids: null,
  starts_at: '2026-11-27T12:00:00.000Z',
  ends_at: '2026-11-29T13:00:00.000Z',
  dismissible: true,
  url: null,
};

/** Where fields by themselves would not make sense together. */
export const byCall: Record<string, { body?: unknown; answer?: unknown }> = {
  'POST /admin/banners': { body: BANNER },
  'PUT /admin/banners/:id': { body: { ...BANNER, version: 1 } },
  'POST /alert-rules': {
    body: { kind: 'verified_due', threshold: 14, user_ids: [12], webhook_id: null, active: true },
  },
  'PUT /alert-rules/:id': {
    body: { kind: 'verified_due', threshold: 14, user_ids: [12], webhook_id: null, active: true, version: 1 },
  },
  'POST /agents/:id/checks/compare': { body: { models: ['claude-sonnet-5-5', 'claude-haiku-4-5'] } },
  'POST /openai/chat/completions': {
    body: {
      model: 'agente-1',
      messages: [
        { role: 'system', content: 'Responda em uma frase.' },
        { role: 'user', content: 'Por quanto tempo vale a senha temporária?' },
      ],
      stream: false,
      max_tokens: 500,
    },
    answer: {
      id: 'chatcmpl-412',
      object: 'chat.completion',
      created: 1_796_169_600,
      model: 'agente-1',
      system_fingerprint: 'fp_1a2b3c4d5e',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'A senha temporária vale 30 minutos [1].', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 1_204, completion_tokens: 11, total_tokens: 1_215 },
      prosa: { message_id: 412, sources: [source], filters: [], unchecked_numbers: 1 },
    },
  },
  'POST /openai/responses': {
    body: {
      model: 'agente-1',
      instructions: 'Responda em uma frase.',
      input: 'Por quanto tempo vale a senha temporária?',
      max_output_tokens: 500,
      metadata: { processo: '12/2026' },
      stream: false,
    },
    answer: {
      id: 'resp_412',
      object: 'response',
      created_at: 1_796_169_600,
      status: 'completed',
      error: null,
      incomplete_details: null,
      instructions: 'Responda em uma frase.',
      max_output_tokens: 500,
      metadata: { processo: '12/2026' },
      model: 'agente-1',
      output: [
        {
          id: 'msg_412',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [
            {
              type: 'output_text',
              text: 'A senha temporária vale 30 minutos [1].',
              annotations: [
                { type: 'file_citation', file_id: 'documento-12', filename: 'manual.md', index: 35 },
              ],
              logprobs: [],
            },
          ],
        },
      ],
      parallel_tool_calls: false,
      previous_response_id: null,
      store: false,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: 'none',
      tools: [],
      top_p: null,
      truncation: 'auto',
      usage: {
        input_tokens: 1_204,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 11,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 1_215,
      },
      prosa: { message_id: 412, sources: [source], filters: [] },
    },
  },
  'POST /mcp': {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'perguntar',
        arguments: { agente: 1, pergunta: 'Por quanto tempo vale a senha temporária?' },
      },
    },
    answer: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [{ type: 'text', text: '{"resposta":"A senha temporária vale 30 minutos [1].", …}' }],
        structuredContent: {
          resposta: 'A senha temporária vale 30 minutos [1].',
          fontes: [
            {
              indice: 1,
              titulo: 'manual.md',
              pagina: null,
              secao: 'Conta › Senha temporária',
              trecho: 'A senha temporária vale 30 minutos',
              url: null,
              documento: 12,
              inicio: 1_204,
              vigencia: null,
            },
          ],
          filtros: [],
        },
      },
    },
  },
  'GET /openai/models': {
    answer: {
      object: 'list',
      data: [
        {
          id: 'agente-1',
          object: 'model',
          created: 1_796_169_600,
          owned_by: 'prosa',
          name: 'Ajuda do Prosa',
          description: 'Responde sobre o uso do Prosa.',
        },
      ],
    },
  },
  'POST /users/me/access-keys': {
    body: {
      name: 'Planilha de compras',
      agent_ids: [1],
      token_cap: 50_000,
      expires_at: '2027-02-12T15:00:00.000Z',
    },
  },
};
