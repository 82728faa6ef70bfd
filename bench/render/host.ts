/** Serves the built pages and writes the answer to them at the speed of a fast model. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { API_BASE } from '../../contract/src/endpoint.ts';
import { tokensOf } from './answer.ts';

/** How often tokens that are due are written; a model's network does not send each alone either. */
const TICK_MS = 10;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export type Host = { url: string; close: () => Promise<void> };

type Streamed = { text: string; tokensPerSecond: number };

/** `folder` holds one built page per subfolder; the calls that the product's page makes are answered too. */
export async function openHost(folder: string, streamed: Streamed): Promise<Host> {
  const tokens = tokensOf(streamed.text);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith(API_BASE) && request.method === 'POST')
      return writeAnswer(response, tokens, streamed.tokensPerSecond);
    if (path.startsWith(API_BASE)) return writeJson(response, path);
    readFile(join(folder, normalize(path))).then(
      (content) =>
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'font/woff2' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function writeJson(response: ServerResponse, path: string): void {
  const isList = path.endsWith('/messages') || path.endsWith('/dismissals');
  const body = isList
    ? { success: true, data: [], metadata: { total: 0, has_more: false } }
    : { success: true, data: { api_url: null, api_backup_url: null } };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** One event per token, each written when it is due; the last event names the sources. */
function writeAnswer(response: ServerResponse, tokens: string[], perSecond: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const begun = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(tokens.length, Math.floor(((performance.now() - begun) / 1000) * perSecond));
    let events = '';
    for (; sent < due; sent++)
      events += eventOf({ content: tokens[sent], done: false, message_id: 1, seq: sent + 1 });
    if (events) response.write(events);
    if (sent < tokens.length) return;
    clearInterval(timer);
    response.end(eventOf({ content: '', done: true, message_id: 1, status: 'done', sources }));
  }, TICK_MS);
  response.on('close', () => clearInterval(timer));
}

const eventOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

const sources = Array.from({ length: 8 }, (_, index) => ({
  index: index + 1,
  kind: 'document',
  title: `Manual ${index + 1}.pdf`,
  snippet: 'O prazo de recurso é contado em dias úteis a partir da publicação da decisão no edital.',
  document_id: index + 1,
  page: 3,
}));
