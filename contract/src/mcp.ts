/**
 * Agents as tools of the Model Context Protocol. Entered with a personal access key; the tools are described in
 * docs/manual/18-chaves-e-api.md.
 */
import { z } from 'zod';
import { post } from './endpoint.ts';

export const MCP_PATH = '/mcp';

const MessageId = z.union([z.number(), z.string()]);

/** A request or a notification of JSON-RPC; the protocol decides the rest. */
const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: MessageId.optional(),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage' });

const McpReply = z
  .looseObject({ jsonrpc: z.literal('2.0'), id: MessageId.nullable(), result: z.looseObject({}).optional() })
  .meta({ id: 'McpReply' });

export const McpError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: MessageId.nullable(),
    error: z.object({
      code: z.int(),
      /** One sentence in Portuguese. */
      message: z.string(),
      data: z.object({ code: z.string() }),
    }),
  })
  .meta({ id: 'McpError' });
export type McpError = z.output<typeof McpError>;

export const mcpApi = {
  call: post(MCP_PATH, {
    access: 'key',
    summary: 'Agents as tools of the Model Context Protocol: lists them, asks one, opens a source',
    protocol: 'mcp',
    body: McpMessage,
    bare: McpReply,
    body_max: 256 * 1024,
  }),
};
