/**
 * A provider of models that speaks OpenAI's Chat Completions: a chunk at once, then one each 100 ms, until it is asked
 * that all answers end; or so many chunks at once; or so many with a pause between them. A process of its own: what it
 * takes is nobody else's.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';
import { stamp } from './stamp.ts';

const PACE_MS = 100;
/** Answers begin at any time: their chunks fall into one of so many moments. */
const SLOTS = 20;

const slots: Set<ServerResponse>[] = Array.from({ length: SLOTS }, () => new Set());
let begun = 0;
/** Chunks of one answer; null for as many as there is time for. */
let chunks: number | null = 1;
/** Milliseconds between the chunks of an answer that ends by itself. */
let pause_ms = 0;

const fields = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_763_000_000, model: 'gpt-4o' };
const event = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ ...fields, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const spent = { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 };
const TAIL = `${event({}, 'stop')}data: ${JSON.stringify({ ...fields, choices: [], usage: spent })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    if (!request.url?.endsWith('/v1/chat/completions')) return response.writeHead(404).end('{}');
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event({ role: 'assistant', content: '' }) + event({ content: stamp() }));
    if (chunks !== null && pause_ms) return writePaced(response, chunks, pause_ms);
    if (chunks !== null) {
      for (let more = 1; more < chunks; more += 1) response.write(event({ content: stamp() }));
      return response.end(TAIL);
    }
    const slot = slots[begun++ % SLOTS] as Set<ServerResponse>;
    slot.add(response);
    response.once('close', () => slot.delete(response));
    return response;
  });
});

/** By the clock of its beginning, so that a late timer does not make the answer longer. */
function writePaced(response: ServerResponse, count: number, pause_ms: number): void {
  const began = performance.now();
  let written = 1;
  const timer = setInterval(() => {
    for (; written < count && began + written * pause_ms <= performance.now(); written += 1)
      response.write(event({ content: stamp() }));
    if (written < count) return;
    clearInterval(timer);
    response.end(TAIL);
  }, pause_ms);
  response.once('close', () => clearInterval(timer));
}

/** By the clock, not by timers: one that comes late is made up for. */
let moment = 0;
const started = performance.now();
setInterval(() => {
  for (; started + (moment * PACE_MS) / SLOTS < performance.now(); moment += 1)
    for (const response of slots[moment % SLOTS] ?? []) response.write(event({ content: stamp() }));
}, PACE_MS / SLOTS);

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  serveParent(`http://127.0.0.1:${port}`, (wish) => {
    if (wish === 'end') {
      for (const slot of slots) {
        for (const response of slot) response.end(TAIL);
        slot.clear();
      }
      return;
    }
    // `endless`, `3`, or `60 50`: sixty chunks, one each 50 ms.
    const [count, between = 0] = wish.split(' ');
    chunks = wish === 'endless' ? null : Number(count);
    pause_ms = Number(between);
  });
});
