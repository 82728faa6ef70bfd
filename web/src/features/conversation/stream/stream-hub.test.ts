import { describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#contract/chat-record.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { AskedQuestion } from './answer.ts';
import { REJOIN_WAITS_MS } from './reconnect.ts';
import { type HubEvent, type Stream, StreamHub } from './stream-hub.ts';

const asked = (question = 'Qual o prazo?'): AskedQuestion => ({
  question,
  asked_at: '2026-11-20T12:00:00.000Z',
  after_id: 0,
  initial: false,
  idempotency_key: 'k',
});

const chunk = (content: string, seq?: number): AnswerEvent => ({ content, done: false, seq });
const end = (rest: Partial<AnswerEvent> = {}): AnswerEvent => ({ content: '', done: true, ...rest });

/** A wire that the test feeds by hand. */
function wire() {
  const queue: (AnswerEvent | 'cut' | 'end')[] = [];
  let reconnect = () => {};
  async function* events() {
    for (;;) {
      const next = queue.shift();
      if (next === undefined) await new Promise<void>((resolve) => (reconnect = resolve));
      else if (next === 'cut') throw new Error('network');
      else if (next === 'end') return;
      else yield next;
    }
  }
  return {
    events,
    async send(...items: (AnswerEvent | 'cut' | 'end')[]) {
      queue.push(...items);
      reconnect();
      await settle();
    },
  };
}

/** Lets everything that is already under way happen. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function testServer() {
  const frames: (() => void)[] = [];
  const waits: number[] = [];
  const hub = new StreamHub({
    frame: (callback) => {
      frames.push(callback);
      return () => frames.splice(frames.indexOf(callback), frames.includes(callback) ? 1 : 0);
    },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const paint = () => {
    for (const callback of frames.splice(0)) callback();
  };
  const listen = (sessionId = 's') => {
    const heard: HubEvent[] = [];
    const leave = hub.subscribe(sessionId, (event) => heard.push(event));
    return {
      heard,
      leave,
      kinds: () => heard.map((event) => event.type),
      text: () => heard.at(-1)?.answer.text,
    };
  };
  return { hub, frames, waits, paint, listen };
}

const never = () => Promise.reject(new Error('not expected'));
const from = (source: ReturnType<typeof wire>, rest: Partial<Stream> = {}): Stream => ({
  open: () => Promise.resolve(source.events()),
  join: never,
  ...rest,
});

describe('R-CHAT-40 each conversation has a buffer, a done flag and a reading flag', () => {
  test('while it is read it is reading and not done; afterwards done and not reading', async () => {
    const { hub, paint, listen } = testServer();
    const source = wire();
    listen();
    hub.start('s', asked(), from(source));
    expect(hub.current('s')).toMatchObject({ text: '', streaming: true, done: false, status: 'streaming' });

    await source.send(chunk('São duas '));
    paint();
    expect(hub.current('s')).toMatchObject({ text: 'São duas ', streaming: true, done: false });

    await source.send(chunk('etapas.'), end({ message_id: 7 }));
    expect(hub.current('s')).toMatchObject({
      text: 'São duas etapas.',
      streaming: false,
      done: true,
      message_id: 7,
    });
  });

  test('R-TBL-37 results come with the last event, also of a joined stream; those that were known stay until then', async () => {
    const { hub, listen } = testServer();
    const [known, fresh] = [{ index: 1 }, { index: 2 }].map((result) => result as TableResult);
    const source = wire();
    listen();
    hub.start(
      's',
      { ...asked(), run: 'join', known: { text: 'São', seq: 1, results: known ? [known] : [] } },
      from(source),
    );
    expect(hub.current('s')?.results).toEqual([known]);
    await source.send({ ...chunk('', 2), snapshot: 'São 48.' }, end({ results: fresh ? [fresh] : [] }));
    expect(hub.current('s')).toMatchObject({ text: 'São 48.', done: true, results: [fresh] });
  });

  test('several conversations are read at once and never mix', async () => {
    const { hub, paint, listen } = testServer();
    const [one, two] = [wire(), wire()];
    const [first, second] = [listen('1'), listen('2')];
    hub.start('1', asked(), from(one));
    hub.start('2', asked(), from(two));
    await one.send(chunk('um'));
    await two.send(chunk('dois'));
    paint();
    await two.send(end());
    expect(first.text()).toBe('um');
    expect(second.text()).toBe('dois');
    expect(hub.current('1')?.streaming).toBe(true);
    expect(hub.current('2')?.done).toBe(true);
  });

  test('the answer grows while nobody listens, and the one who returns finds all of it', async () => {
    const { hub, paint, listen } = testServer();
    const source = wire();
    const before = listen();
    hub.start('s', asked(), from(source));
    await source.send(chunk('um '));
    paint();
    before.leave();
    await source.send(chunk('dois '));
    const after = listen();
    expect(after.kinds()).toEqual(['snapshot']);
    expect(after.text()).toBe('um dois ');
    await source.send(chunk('três'), end());
    expect(after.text()).toBe('um dois três');
  });
});

describe('R-CHAT-41 a new subscriber gets a snapshot, then chunks, then done or error', () => {
  test('no character is lost or repeated for a subscriber that comes between two frames', async () => {
    const { hub, paint, listen } = testServer();
    const source = wire();
    const early = listen();
    hub.start('s', asked(), from(source));
    await source.send(chunk('Olá, '));
    paint();
    await source.send(chunk('me'));
    const late = listen();
    await source.send(chunk('u caro'));
    paint();
    await source.send(end());

    for (const { heard } of [early, late]) {
      const said = heard.map((event) =>
        event.type === 'snapshot' ? event.answer.text : event.type === 'chunk' ? event.content : '',
      );
      expect(said.join('')).toBe('Olá, meu caro');
    }
    expect(late.kinds()).toEqual(['snapshot', 'chunk', 'done']);
  });

  test('text is handed on once per frame, however many pieces it came in', async () => {
    const { hub, paint, listen, frames } = testServer();
    const source = wire();
    const { kinds, text } = listen();
    hub.start('s', asked(), from(source));
    await source.send(...Array.from({ length: 50 }, () => chunk('a')));
    expect(frames).toHaveLength(1);
    expect(kinds()).toEqual(['snapshot']);
    paint();
    expect(kinds()).toEqual(['snapshot', 'chunk']);
    expect(text()).toBe('a'.repeat(50));
  });
});

describe('R-CHAT-42 a finished stream is forgotten once nobody listens', () => {
  test('done and then left: nothing remains', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    const { leave } = listen();
    hub.start('s', asked(), from(source));
    await source.send(chunk('fim'), end());
    expect(hub.current('s')?.text).toBe('fim');
    leave();
    expect(hub.current('s')).toBeUndefined();
  });

  test('left and then done: nothing remains, and the end was still reported once', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    const ends: string[] = [];
    const { leave } = listen();
    hub.start('s', asked(), from(source, { settled: (answer) => ends.push(answer.text) }));
    leave();
    expect(hub.current('s')?.streaming).toBe(true);
    await source.send(chunk('fim'), end());
    expect(hub.current('s')).toBeUndefined();
    expect(ends).toEqual(['fim']);
  });
});

describe('R-CHAT-43 a second start while one is reading is ignored', () => {
  test('only the first opens a stream; after its end another may begin', async () => {
    const { hub, listen } = testServer();
    const [one, two] = [wire(), wire()];
    let opened = 0;
    const counted = (source: ReturnType<typeof wire>): Stream =>
      from(source, { open: () => Promise.resolve(source.events()).finally(() => opened++) });
    listen();
    expect(hub.start('s', asked(), counted(one))).toBe(true);
    expect(hub.start('s', asked('Outra?'), counted(two))).toBe(false);
    await settle();
    expect(opened).toBe(1);
    expect(hub.current('s')?.asked.question).toBe('Qual o prazo?');
    await one.send(end());
    expect(hub.start('s', asked('Outra?'), counted(two))).toBe(true);
  });
});

describe('R-CHAT-44 chunk appends, done ends, error shows', () => {
  test('the last event brings the message id, the sources, the status and the local mark', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    const { kinds } = listen();
    hub.start('s', asked(), from(source));
    const sources = [{ index: 1, kind: 'document' as const, title: 'a.pdf', snippet: 'x' }];
    await source.send(chunk('oi'), end({ message_id: 9, sources, status: 'stopped', local: true }));
    expect(kinds().at(-1)).toBe('done');
    expect(hub.current('s')).toMatchObject({ message_id: 9, sources, status: 'stopped', local: true });
  });

  test('an error after some text keeps the text and carries its sentence', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    const { kinds } = listen();
    hub.start('s', asked(), from(source));
    await source.send(chunk('Metade'), end({ error: 'Erro de streaming' }));
    expect(kinds().at(-1)).toBe('error');
    expect(hub.current('s')).toMatchObject({
      text: 'Metade',
      status: 'failed',
      failure: { kind: 'reported', sentence: 'Erro de streaming' },
    });
  });

  test('a stream that cannot be opened is refused, with its cause and without text', async () => {
    const { hub, listen } = testServer();
    const cause = new Error('402');
    const { kinds } = listen();
    hub.start('s', asked(), { open: () => Promise.reject(cause), join: never });
    await settle();
    expect(kinds()).toEqual(['snapshot', 'error']);
    expect(hub.current('s')).toMatchObject({ text: '', failure: { kind: 'refused', cause } });
  });
});

describe('R-CHAT-39 what was read equals what is stored, also after the network was cut', () => {
  test('it joins after the last event it knows and goes on where it stopped', async () => {
    const { hub, paint, listen, waits } = testServer();
    const [one, two] = [wire(), wire()];
    const joined: number[] = [];
    const { text, kinds } = listen();
    hub.start(
      's',
      asked(),
      from(one, {
        join: (after) => {
          joined.push(after);
          return Promise.resolve(two.events());
        },
      }),
    );
    await one.send(chunk('um ', 1), chunk('dois ', 2));
    paint();
    await one.send('cut');
    await two.send({ content: '', done: false, snapshot: 'um dois três ', seq: 3, message_id: 4 });
    await two.send(chunk('três ', 3), chunk('quatro', 4), end({ message_id: 4 }));
    expect(text()).toBe('um dois três quatro');
    expect(kinds().at(-1)).toBe('done');
    expect(joined).toEqual([2]);
    expect(waits).toEqual([REJOIN_WAITS_MS[0]]);
  });

  test('a replica that knows less than was shown takes nothing away and repeats nothing', async () => {
    const { hub, paint, listen } = testServer();
    const [one, two] = [wire(), wire()];
    const { heard, text } = listen();
    hub.start('s', asked(), from(one, { join: () => Promise.resolve(two.events()) }));
    await one.send(chunk('um ', 1), chunk('dois ', 2));
    paint();
    await one.send('cut');
    await two.send({ content: '', done: false, snapshot: 'um ', seq: 1 });
    paint();
    expect(text()).toBe('um dois ');
    await two.send(chunk('dois três', 2));
    paint();
    await two.send(end());
    const lengths = heard.map((event) => event.answer.text.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(text()).toBe('um dois três');
  });

  test('a stream that simply ends without a last event counts as cut', async () => {
    const { hub, listen } = testServer();
    const [one, two] = [wire(), wire()];
    const { text } = listen();
    hub.start('s', asked(), from(one, { join: () => Promise.resolve(two.events()) }));
    await one.send(chunk('a'), 'end');
    await two.send({ content: '', done: false, snapshot: 'ab', seq: 1 }, end());
    expect(text()).toBe('ab');
  });

  test('when the answer ended meanwhile it says that the record knows more', async () => {
    const { hub, listen } = testServer();
    const [one, two] = [wire(), wire()];
    listen();
    hub.start('s', asked(), from(one, { join: () => Promise.resolve(two.events()) }));
    await one.send(chunk('a', 1), 'cut');
    await two.send(end({ message_id: 3 }));
    expect(hub.current('s')).toMatchObject({ text: 'a', partial: true, status: 'done', message_id: 3 });
  });

  test('R-ERR-18 after some vain attempts it gives up and keeps what was read', async () => {
    const { hub, listen, waits } = testServer();
    const one = wire();
    const { kinds } = listen();
    hub.start('s', asked(), from(one));
    await one.send(chunk('a'), 'cut');
    expect(waits).toEqual(REJOIN_WAITS_MS);
    expect(kinds().at(-1)).toBe('error');
    expect(hub.current('s')).toMatchObject({ text: 'a', status: 'interrupted', failure: { kind: 'cut' } });
  });

  test('a server that accepts and cuts without a word is not asked for ever', async () => {
    const { hub, listen, waits } = testServer();
    const cutting = () => {
      const source = wire();
      void source.send('cut');
      return Promise.resolve(source.events());
    };
    listen();
    hub.start('s', asked(), { open: cutting, join: cutting });
    for (let i = 0; i < 20; i++) await settle();
    expect(waits.length).toBeLessThanOrEqual(REJOIN_WAITS_MS.length);
    expect(hub.current('s')).toMatchObject({ status: 'interrupted' });
  });

  test('what can never succeed is not tried again', async () => {
    const { hub, listen, waits } = testServer();
    const one = wire();
    listen();
    hub.start('s', asked(), from(one, { mayRecover: () => false }));
    await one.send(chunk('a'), 'cut');
    expect(waits).toHaveLength(1);
  });

  test('any text cut at any place and joined again is byte-equal', async () => {
    const whole = 'Não há “prazo” 😀 — só **uma** conversa.';
    for (let cut = 0; cut <= whole.length; cut++) {
      for (const behind of [0, 1, 3]) {
        const { hub, paint, listen } = testServer();
        const [one, two] = [wire(), wire()];
        const { text } = listen();
        hub.start('s', asked(), from(one, { join: () => Promise.resolve(two.events()) }));
        await one.send(...Array.from({ length: cut }, (_, i) => chunk(whole.slice(i, i + 1), i + 1)));
        if (cut % 2) paint();
        await one.send('cut');
        const known = Math.max(0, cut - behind);
        await two.send(
          { content: '', done: false, snapshot: whole.slice(0, known), seq: known },
          ...Array.from({ length: whole.length - known }, (_, i) =>
            chunk(whole.slice(known + i, known + i + 1), known + i + 1),
          ),
          end(),
        );
        expect(text()).toBe(whole);
      }
    }
  });
});

test('A-01 an answer found running is joined: what its record holds is shown at once', async () => {
  const { hub, paint, listen } = testServer();
  const source = wire();
  const { text, heard } = listen();
  hub.start(
    's',
    { ...asked(), run: 'join', message_id: 5, known: { text: 'Já escrito ', seq: 3 } },
    from(source),
  );
  expect(heard[0]?.answer).toMatchObject({ text: 'Já escrito ', message_id: 5 });
  await source.send({ content: '', done: false, snapshot: 'Já escrito e mais ', seq: 5, message_id: 5 });
  paint();
  await source.send(chunk('isto', 6), end({ message_id: 5 }));
  expect(text()).toBe('Já escrito e mais isto');
});

test('an answer found running that cannot be joined at once is tried again, and is never a refused question', async () => {
  const { hub, listen, waits } = testServer();
  const source = wire();
  let failures = 0;
  const { text } = listen();
  hub.start(
    's',
    { ...asked(), run: 'join', message_id: 5, known: { text: 'Já ', seq: 1 } },
    {
      open: () => Promise.reject(new Error('network')),
      join: () => (++failures < 3 ? Promise.reject(new Error('network')) : Promise.resolve(source.events())),
    },
  );
  await settle();
  await source.send({ content: '', done: true, snapshot: 'Já escrito', seq: 2, message_id: 5 });
  expect(text()).toBe('Já escrito');
  expect(waits).toEqual(REJOIN_WAITS_MS.slice(0, 3));

  hub.start(
    's',
    { ...asked(), run: 'join', message_id: 6, known: { text: 'Já ', seq: 1 } },
    { open: () => Promise.reject(new Error('404')), join: never, mayRecover: () => false },
  );
  await settle();
  expect(hub.current('s')).toMatchObject({ text: 'Já ', failure: { kind: 'cut' } });
});

test('a continued answer grows from the text that was there; where it is refused that text stays', async () => {
  const { hub, paint, listen } = testServer();
  const source = wire();
  const { text, heard } = listen();
  const sources = [{ index: 1, kind: 'document' as const, title: 'a.md', snippet: 'a' }];
  const again = () => ({
    ...asked(),
    run: 'continue' as const,
    key: 'record-5',
    message_id: 5,
    known: { text: 'São duas [1]', seq: 0, sources },
  });
  hub.start('s', again(), from(source));
  expect(heard[0]?.answer).toMatchObject({ key: 'record-5', text: 'São duas [1]', sources });
  await source.send({ content: '', done: false, snapshot: 'São duas [1]', seq: 4, message_id: 5 });
  paint();
  await source.send(chunk(' etapas.', 5), end({ message_id: 5, sources }));
  expect(text()).toBe('São duas [1] etapas.');
  expect(hub.current('s')).toMatchObject({ status: 'done', sources });

  hub.start('s', again(), { open: () => Promise.reject(new Error('409')), join: never });
  await settle();
  expect(hub.current('s')).toMatchObject({ text: 'São duas [1]', failure: { kind: 'refused' } });
});

test('a deleted conversation is read no further', async () => {
  const { hub, listen } = testServer();
  const source = wire();
  const { kinds } = listen();
  hub.start('s', asked(), from(source));
  hub.discard('s');
  await source.send(chunk('tarde'), end());
  expect(kinds()).toEqual(['snapshot']);
  expect(hub.current('s')).toBeUndefined();
});

describe('a machine that slept or lost its network', () => {
  /** Ends, as a real connection does, when it is given up. */
  const heeding = (source: ReturnType<typeof wire>, signal: AbortSignal) => {
    signal.addEventListener('abort', () => void source.send('cut'));
    return source.events();
  };

  test('joins again after what it has, at once, and comes to the same text', async () => {
    const { hub, paint, listen } = testServer();
    const [first, second] = [wire(), wire()];
    const { text } = listen();
    const joins: number[] = [];
    hub.start('s', asked(), {
      open: (signal) => Promise.resolve(heeding(first, signal)),
      join: (seq, signal) => {
        joins.push(seq);
        return Promise.resolve(heeding(second, signal));
      },
    });
    await first.send(chunk('São ', 1), chunk('duas ', 2));
    paint();
    // The first connection is dead and nobody has said so.
    hub.reconnect();
    await settle();
    expect(joins).toEqual([2]);
    await second.send(
      { content: '', done: false, snapshot: 'São duas ', seq: 2 },
      chunk('etapas.', 3),
      end({ message_id: 7 }),
    );
    expect(text()).toBe('São duas etapas.');
    expect(hub.current('s')).toMatchObject({ done: true, status: 'done', failure: undefined });
  });

  test('does not wait for the next attempt when the network is back', async () => {
    const source = wire();
    const second = wire();
    const frame = (callback: () => void) => {
      callback();
      return () => {};
    };
    const hub = new StreamHub({ frame, wait: () => new Promise(() => {}) });
    hub.subscribe('s', () => {});
    let joins = 0;
    hub.start('s', asked(), {
      open: () => Promise.resolve(source.events()),
      join: () => {
        joins += 1;
        return joins === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(second.events());
      },
    });
    await source.send(chunk('um ', 1), 'cut');
    expect(joins).toBe(0);
    hub.reconnect();
    await settle();
    expect(joins).toBe(1);
    hub.reconnect();
    await settle();
    await second.send({ content: '', done: false, snapshot: 'um dois', seq: 2 }, end());
    expect(hub.current('s')).toMatchObject({ text: 'um dois', status: 'done' });
  });

  test('a question that the server may not have heard yet is never broken off', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    listen();
    let signalled: AbortSignal | undefined;
    let answer = (_: ReturnType<typeof source.events>) => {};
    hub.start('s', asked(), {
      open: (signal) => {
        signalled = signal;
        return new Promise((resolve) => (answer = resolve));
      },
      join: never,
    });
    hub.reconnect();
    expect(signalled?.aborted).toBe(false);
    answer(source.events());
    await source.send(chunk('sim'), end());
    expect(hub.current('s')).toMatchObject({ text: 'sim', status: 'done' });
  });

  test('an answer that has ended is left alone', async () => {
    const { hub, listen } = testServer();
    const source = wire();
    const { kinds } = listen();
    hub.start('s', asked(), from(source));
    await source.send(chunk('sim'), end());
    const before = kinds().length;
    hub.reconnect();
    await settle();
    expect(kinds()).toHaveLength(before);
  });
});
