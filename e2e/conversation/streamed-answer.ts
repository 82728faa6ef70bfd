/** Answers that a story writes by hand, event by event: the page reads them as if a server had sent them. */
import type { Page } from '@playwright/test';
import type { AnswerEvent } from '#contract/chat-record.ts';

type Window = {
  wires: { url: string; method: string; body: string; write: (line: string) => void; cut: () => void }[];
};

/** Takes over the questions and the joins of a page that is not loaded yet. */
export async function writeAnswersByHand(page: Page) {
  await page.addInitScript(() => {
    const place = window as unknown as Window;
    place.wires = [];
    const fetchOutside = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const { url } = new Request(input);
      const method = init?.method ?? 'GET';
      const asks = method === 'POST' && /\/chat\/sessions\/[^/]+\/messages$/.test(url);
      const runsAgain = method === 'POST' && /\/chat\/messages\/\d+\/(?:continue|retry)$/.test(url);
      if (!asks && !runsAgain && !/\/chat\/sessions\/[^/]+\/stream\?/.test(url))
        return fetchOutside(input, init);
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          place.wires.push({
            url,
            method,
            body: typeof init?.body === 'string' ? init.body : '',
            write: (line) => controller.enqueue(encoder.encode(`${line}\n\n`)),
            cut: () => controller.error(new TypeError('network error')),
          });
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
  });

  const wires = () =>
    page.evaluate(() =>
      (window as unknown as Window).wires.map(({ url, method, body }) => ({ url, method, body })),
    );
  return {
    /** Every question and join so far. */
    wires,
    /** Writes to the newest of them. */
    write: (...events: Partial<AnswerEvent>[]) =>
      page.evaluate(
        (lines) => {
          for (const line of lines) (window as unknown as Window).wires.at(-1)?.write(line);
        },
        events.map((event) => `data: ${JSON.stringify({ content: '', done: false, ...event })}`),
      ),
    writeLine: (text: string) =>
      page.evaluate((line) => (window as unknown as Window).wires.at(-1)?.write(line), text),
    cut: () => page.evaluate(() => (window as unknown as Window).wires.at(-1)?.cut()),
  };
}
