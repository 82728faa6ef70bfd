/** Adds access rules and examples to the OpenAPI description that is made from the schemas. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { API_BASE, type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import { mcpFailure } from '../../http/errors/mcp-error.ts';
import { openaiFailure } from '../../http/errors/openai-error.ts';
import { scimFailure } from '../../http/errors/scim-error.ts';
import { exampleOf, examplesOf } from './api-examples.ts';

type Operation = OpenAPIV3_1.OperationObject;
type Content = Record<string, OpenAPIV3_1.MediaTypeObject>;

export const apiInfo = {
  title: 'Prosa',
  description: [
    'API do Prosa. Tempos em UTC (ISO 8601), textos em português.',
    'As respostas têm a forma `{success, data, message}`; as listas trazem também `metadata` (`total`, `has_more`). Recusas têm `detail`, uma frase para pessoas, e `code`, estável, para programas.',
    'Programas entram em `/openai` com uma chave de acesso, criada no perfil, e falam com os agentes na forma da OpenAI; em `/mcp`, com a mesma chave, os agentes são ferramentas do Model Context Protocol.',
    'Diretórios trazem pessoas e grupos em `/scim/v2` (SCIM 2.0), com um token feito por um superadmin.',
  ].join('\n\n'),
};

const WHO: Record<Endpoint['access'], string> = {
  public: 'Aberta a todos.',
  user: 'Para quem entrou.',
  admin: 'Para administradores.',
  superadmin: 'Só para superadmins.',
  key: 'Para programas, com uma chave de acesso no lugar do token.',
  scim: 'Para o diretório de um provedor, com um token SCIM.',
  visitor: 'Para quem visita um balcão público, com o token da visita no cabeçalho X-Counter-Session.',
};

/** Path and method of a call in the description. */
export const describedPath = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => ({
  path: API_BASE + path.replaceAll(/:(\w+)/g, '{$1}'),
  method: method.toLowerCase() as 'get',
});

/** Changes the operation in place. */
export function describeCall(operation: Operation, endpoint: Endpoint): void {
  const { params, query, body, answer } = examplesOf(endpoint);
  operation.description = sentencesOf(endpoint).join(' ');
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[])
    parameter.example = { ...query, ...params }[parameter.name];
  const input = inputOf(operation, endpoint);
  if (input)
    for (const content of Object.values(input)) content.example = endpoint.raw ? '{"id": "evt_123"}' : body;

  const responses = operation.responses ?? {};
  operation.responses = responses;
  for (const status of statusesOf(endpoint))
    responses[status] = { description: 'Feito.', content: answerOf(responses[status], endpoint, answer) };
  describeFailure(responses['4XX'], 'Recusado.', failureOf(endpoint, endpoint.missing ?? 'validation'));
  describeFailure(responses['5XX'], 'Falhou.', failureOf(endpoint, 'database_unavailable'));
}

type Described = OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject | undefined;

function describeFailure(failure: Described, description: string, example: unknown): void {
  if (!failure || '$ref' in failure) return;
  failure.description = description;
  for (const content of Object.values(failure.content ?? {})) content.example = example;
}

function sentencesOf(endpoint: Endpoint): string[] {
  return [
    WHO[endpoint.access],
    ...(endpoint.idempotent
      ? ['Repetida com o mesmo cabeçalho `Idempotency-Key`, não é feita duas vezes.']
      : []),
    ...(endpoint.with_temporary_password ? ['Vale também com senha temporária.'] : []),
    ...(endpoint.list ? ['Responde uma página da lista.'] : []),
    ...(endpoint.events && endpoint.bare ? ['Com `stream: true`, responde um fluxo de eventos (SSE).'] : []),
    ...(endpoint.events && !endpoint.bare ? ['Responde um fluxo de eventos (SSE).'] : []),
    ...(endpoint.download ? ['Responde um arquivo.'] : []),
    ...(endpoint.missing ? [`O que não existe é recusado com «${problems[endpoint.missing].detail}».`] : []),
  ];
}

/** Files and bytes are in no schema that the description is made from. */
function inputOf(operation: Operation, { file, raw, protocol, body }: Endpoint): Content | undefined {
  if (protocol && body) {
    const schema = z.toJSONSchema(body, { io: 'input' }) as OpenAPIV3_1.SchemaObject;
    operation.requestBody = { content: { 'application/json': { schema } } };
  }
  if (file) {
    const schema = z.toJSONSchema(file, { io: 'input', unrepresentable: 'any' }) as OpenAPIV3_1.SchemaObject;
    operation.requestBody = { content: { 'multipart/form-data': { schema } } };
  }
  if (raw) operation.requestBody = { content: { 'application/json': { schema: { type: 'string' } } } };
  return (operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content;
}

function answerOf(described: Described, endpoint: Endpoint, answer: unknown): Content {
  const { download, events, last_line, named_events } = endpoint;
  if (download)
    return { [download]: { schema: { type: 'string', format: 'binary' }, example: 'Os bytes do arquivo.' } };
  const known = described && 'content' in described ? described.content : undefined;
  const type = endpoint.media_type ?? 'application/json';
  const json = known?.[type];
  const whole: Content = json ? { [type]: { ...json, example: wrapped(endpoint, answer) } } : {};
  if (!events) return whole;
  const event = exampleOf(events, 'answer');
  const lines = [JSON.stringify(event), ...(last_line ? [last_line] : [])];
  const name = named_events ? `event: ${(event as { type: string }).type}\n` : '';
  const example = name + lines.map((line) => `data: ${line}\n\n`).join('');
  const stream = { 'text/event-stream': { schema: { type: 'string' as const }, example } };
  return endpoint.bare ? { ...whole, ...stream } : stream;
}

function wrapped({ bare, list, message }: Endpoint, answer: unknown): unknown {
  if (bare) return answer;
  if (list)
    return {
      success: true,
      data: [answer],
      metadata: { total: 1, has_more: false },
      message: message ?? '',
    };
  return { success: true, data: answer ?? null, ...(message ? { message } : {}) };
}

function failureOf({ access, protocol }: Endpoint, code: ProblemCode): unknown {
  const { detail } = problems[code];
  if (protocol) return mcpFailure(new AppError(code)).body;
  if (access === 'scim') return scimFailure(new AppError(code)).body;
  if (access === 'key') return openaiFailure(new AppError(code)).body;
  return { success: false, detail, code, request_id: '3f0d9c1e-6a55-4f0e-9d5c-2f7f2a1f7b10' };
}
