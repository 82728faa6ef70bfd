/** A receiver of webhooks on this machine: keeps what it gets, and answers as a test wants it to. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { body: string; headers: IncomingHttpHeaders; method: string };
export type WebhookStandIn = Awaited<ReturnType<typeof openWebhookStandIn>>;

/** At any free port, or where another one stood before. */
export async function openWebhookStandIn(place = 0) {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method = '' } = request;
      received.push({ body: Buffer.concat(chunks).toString('utf8'), headers, method });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(place, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/prosa`,
    received,
    /** The events, in the order in which they came. */
    events: () => received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    answers(status: number, headers: Record<string, string> = {}, body: Buffer | string = '') {
      answer = (response) => response.writeHead(status, headers).end(body);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
