import { describe, expect, test, vi } from 'vitest';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { eventsIn } from './stream.ts';

const encoder = new TextEncoder();

function bodyOf(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      controller.close();
    },
  });
}

async function contentsOf(body: ReadableStream<Uint8Array>) {
  const contents: string[] = [];
  for await (const event of eventsIn<AnswerEvent>(body)) contents.push(event.content);
  return contents;
}

const END = 'data: {"content":"","done":true,"message_id":9}\n\n';

describe('the lines of a stream', () => {
  test('are read in whatever pieces they arrive, letters cut in two included', async () => {
    const whole = encoder.encode(`data: {"content":"Licitações 👩‍⚖️","done":false}\n\n${END}`);
    for (let cut = 1; cut < whole.length; cut++) {
      expect(await contentsOf(bodyOf(whole.slice(0, cut), whole.slice(cut)))).toEqual(['Licitações 👩‍⚖️', '']);
    }
  });

  test('may end in CRLF', async () => {
    const lines = 'data: {"content":"a","done":false}\r\n\r\ndata: {"content":"","done":true}\r\n\r\n';
    expect(await contentsOf(bodyOf(lines))).toEqual(['a', '']);
  });

  test('are skipped when they are comments, other fields or no JSON', async () => {
    const noise = ': ping\n\nevent: x\nid: 3\ndata: {broken\ndata: 7\ndata: null\ndata: []\n';
    expect(await contentsOf(bodyOf(noise, 'data:{"content":"a","done":false}\n', noise, END))).toEqual([
      'a',
      '',
    ]);
  });

  test('count without a space after the colon and without a final newline', async () => {
    expect(await contentsOf(bodyOf('data:{"content":"fim","done":true}'))).toEqual(['fim']);
  });

  test('keep everything the event carries, and lack nothing that a reader relies on', async () => {
    const events = [];
    for await (const event of eventsIn<AnswerEvent>(
      bodyOf('data: {"snapshot":"até aqui","seq":4,"done":false}\n', END),
    )) {
      events.push(event);
    }
    expect(events).toEqual([
      { snapshot: 'até aqui', seq: 4, content: '', done: false },
      { content: '', done: true, message_id: 9 },
    ]);
  });

  test('after the last event nothing more is read', async () => {
    expect(await contentsOf(bodyOf(END, 'data: {"content":"mais","done":false}\n'))).toEqual(['']);
  });
});

describe('a stream that breaks', () => {
  test('an end without a last event is a network failure', async () => {
    const cut = contentsOf(bodyOf('data: {"content":"a","done":false}\n\n'));
    await expect(cut).rejects.toMatchObject({ kind: 'network' });
  });

  test('a broken connection is a network failure', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    await expect(contentsOf(broken)).rejects.toMatchObject({ kind: 'network' });
  });

  test('silence beyond the limit is a network failure', async () => {
    const silent = new ReadableStream<Uint8Array>({});
    const events = eventsIn<AnswerEvent>(silent, { silenceMs: 5 });
    await expect(events.next()).rejects.toMatchObject({ kind: 'network' });
  });

  test('bytes renew the patience: only what is silent for the whole of it is given up', async () => {
    vi.useFakeTimers();
    try {
      let send: (text: string) => void = () => {};
      const slow = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (text) => controller.enqueue(encoder.encode(text));
        },
      });
      const events = eventsIn<AnswerEvent>(slow, { silenceMs: 1_000 });
      for (const content of ['a', 'b', 'c']) {
        const next = events.next();
        await vi.advanceTimersByTimeAsync(900);
        send(`data: {"content":"${content}","done":false}\n`);
        expect((await next).value).toMatchObject({ content });
      }
      const last = events.next();
      const failed = expect(last).rejects.toMatchObject({ kind: 'network' });
      await vi.advanceTimersByTimeAsync(1_000);
      await failed;
    } finally {
      vi.useRealTimers();
    }
  });

  test('a reader who leaves closes the connection', async () => {
    let closed = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(encoder.encode('data: {"content":"a","done":false}\n')),
      cancel: () => {
        closed = true;
      },
    });
    for await (const _ of eventsIn<AnswerEvent>(endless)) break;
    expect(closed).toBe(true);
  });
});
