/** The reference: a bare proxy that reads every event of the provider and writes it anew. Its argument is where to. */
import { Agent, request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';

const target = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  const upstream = ask(new URL(url ?? '/', target), { method, headers, agent }, (answer) => {
    response.socket?.setNoDelay(true);
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      response.write(events.map(anew).join(''));
    });
    answer.once('end', () => response.end(rest));
  });
  upstream.once('error', () => response.destroy());
  request.pipe(upstream);
});

function anew(event: string): string {
  const text = event.slice('data: '.length);
  return text === '[DONE]' ? `${event}\n\n` : `data: ${JSON.stringify(JSON.parse(text))}\n\n`;
}

server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
