/** The official client of the Model Context Protocol, with an access key. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** `2025`: the handshake that older hosts begin with; `2026`: messages without it. */
export type McpEra = '2025' | '2026';

export async function connectMcp(origin: string, secret: string, era: McpEra = '2026'): Promise<Client> {
  const client = new Client(
    { name: 'teste', version: '1.0.0' },
    era === '2026' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/api/v1/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  await client.connect(transport);
  return client;
}

/** The data of a tool's result. */
export async function toolResult<T>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`the tool failed: ${JSON.stringify(result.content)}`);
  return result.structuredContent as T;
}

/** The sentence with which a tool refuses. */
export async function refusedTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  const [first] = content;
  if (!isError || first?.type !== 'text')
    throw new Error(`the tool did not refuse: ${JSON.stringify(content)}`);
  return first.text;
}
