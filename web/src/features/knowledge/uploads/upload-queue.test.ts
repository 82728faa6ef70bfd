import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../../../api/failure.ts';
import { isUnderWay, mayPass, type Upload, UploadQueue } from './upload-queue.ts';

const file = (name: string) => new File(['texto'], name);
const named = (count: number) => Array.from({ length: count }, (_, index) => file(`${index + 1}.txt`));

/** A queue whose sending is in the hands of the test. */
function open() {
  const sends: { upload: Upload; signal: AbortSignal; sent: (share: number) => void }[] = [];
  const ends: { done: () => void; fail: (cause: unknown) => void }[] = [];
  const onSettled = vi.fn();
  const keys: string[] = [];
  const documents: string[] = [];
  const queue = new UploadQueue({
    send: (upload, { signal, onSent }) => {
      sends.push({ upload, signal, sent: onSent });
      const arrival = new Promise<void>((resolve, reject) => {
        ends.push({ done: resolve, fail: reject });
      });
      onSent(0);
      return arrival;
    },
    refusalOf: ({ name }) => (name.endsWith('.exe') ? 'Tipo de arquivo não suportado.' : null),
    namesakeOf: (name) => (name.startsWith('velho') || documents.includes(name) ? { id: 9, name } : null),
    newKey: () => `key-${keys.push('')}`,
    onSettled,
  });
  const shown = () => queue.snapshot().map(({ file: { name }, state }) => `${name} ${state}`);
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, sends, ends, documents, shown, turn, onSettled };
}

test('three files are sent at once, the next one when one has arrived', async () => {
  const { queue, sends, ends, shown, turn, onSettled } = open();
  queue.add(named(5));
  expect(sends).toHaveLength(3);
  expect(shown()).toEqual([
    '1.txt sending',
    '2.txt sending',
    '3.txt sending',
    '4.txt waiting',
    '5.txt waiting',
  ]);
  ends[1]?.done();
  await turn();
  expect(shown()).toEqual(['1.txt sending', '3.txt sending', '4.txt sending', '5.txt waiting']);
  expect(onSettled).toHaveBeenCalledTimes(1);
});

test('what has left is being read, and progress belongs to its own file', () => {
  const { queue, sends, shown } = open();
  queue.add(named(2));
  sends[0]?.sent(0.4);
  sends[1]?.sent(1);
  expect(shown()).toEqual(['1.txt sending', '2.txt reading']);
  expect(queue.snapshot()[0]?.sent).toBe(0.4);
});

test('a failed one stays with its reason, holds nobody up and is the same upload when it is tried again', async () => {
  const { queue, sends, ends, shown, turn } = open();
  queue.add(named(4));
  const cause = new ApiFailure({ kind: 'network' });
  ends[0]?.fail(cause);
  await turn();
  expect(shown()).toEqual(['1.txt failed', '2.txt sending', '3.txt sending', '4.txt sending']);
  expect(queue.snapshot()[0]?.failure).toEqual({ cause });
  ends[1]?.done();
  await turn();
  queue.retry('key-1');
  expect(sends.at(-1)?.upload.request_key).toBe('key-1');
  expect(shown()[0]).toBe('1.txt sending');
  queue.retry('key-1');
  expect(sends).toHaveLength(5);
});

test('after a refusal the next try is an upload of its own', async () => {
  const { queue, sends, ends, turn } = open();
  queue.add(named(1));
  ends[0]?.fail(new ApiFailure({ kind: 'http', status: 504 }));
  await turn();
  queue.retry('key-1');
  expect(sends.map(({ upload }) => upload.request_key)).toEqual(['key-1', 'key-2']);
});

test('what the server has read and refused is not offered again; what it could not take now is', () => {
  const spoken = (status: number, code = '') => ({
    cause: new ApiFailure({ kind: 'http', status, body: { code } }),
  });
  expect([413, 415, 422, 404].map((status) => mayPass(spoken(status)))).toEqual([false, false, false, false]);
  expect([500, 503, 504, 507, 429].every((status) => mayPass(spoken(status)))).toBe(true);
  expect(mayPass(spoken(409, 'document_busy'))).toBe(true);
  expect(mayPass({ cause: new ApiFailure({ kind: 'network' }) })).toBe(true);
  expect(mayPass({ sentence: 'O arquivo está vazio.' })).toBe(false);
});

test('what the server would refuse is not sent', () => {
  const { queue, sends } = open();
  queue.add([file('virus.exe'), file('manual.txt')]);
  expect(sends.map(({ upload }) => upload.file.name)).toEqual(['manual.txt']);
  expect(queue.snapshot()[0]?.failure).toEqual({ sentence: 'Tipo de arquivo não suportado.' });
  queue.removeFailed();
  expect(queue.snapshot().filter(isUnderWay)).toHaveLength(1);
  expect(queue.snapshot()).toHaveLength(1);
});

test('a file of a name that the base has waits for a choice, and holds nobody up', () => {
  const { queue, sends, shown } = open();
  queue.add([file('velho 1.txt'), file('novo.txt'), file('velho 2.txt'), file('velho 3.txt')]);
  expect(shown()).toEqual([
    'velho 1.txt asking',
    'novo.txt sending',
    'velho 2.txt asking',
    'velho 3.txt asking',
  ]);
  queue.choose('replace', 'key-1');
  expect(sends.at(-1)?.upload).toMatchObject({ replaces: { id: 9, name: 'velho 1.txt' }, namesake: null });
  queue.choose('keep-both');
  expect(sends.slice(2).map(({ upload: { replaces } }) => replaces)).toEqual([null]);
  expect(shown().slice(2)).toEqual(['velho 2.txt sending', 'velho 3.txt waiting']);
  queue.choose('replace');
  expect(sends).toHaveLength(3);
});

test('a file that replaces a document by its menu, or would be refused, asks nothing', () => {
  const { queue, sends, shown } = open();
  queue.add([file('velho.txt')], { id: 4, name: 'Outro.txt' });
  queue.add([file('velho.exe')]);
  expect(sends[0]?.upload.replaces).toEqual({ id: 4, name: 'Outro.txt' });
  expect(shown()).toEqual(['velho.txt sending', 'velho.exe failed']);
});

test('the same file twice in one drop, or dropped again under way, is one upload', async () => {
  const { queue, sends, ends, shown, turn } = open();
  const twice = file('edital.txt');
  queue.add([twice, twice]);
  queue.add([twice]);
  expect(shown()).toEqual(['edital.txt sending']);
  ends[0]?.fail(new ApiFailure({ kind: 'network' }));
  await turn();
  queue.add([twice]);
  expect(shown()).toEqual(['edital.txt failed', 'edital.txt sending']);
  expect(sends).toHaveLength(2);
});

test('two files of one name in a drop: the second waits until the first is a document, and then asks', async () => {
  const { queue, sends, ends, documents, shown, turn } = open();
  queue.add([file('edital.txt'), new File(['outro texto'], 'EDITAL.txt'), file('anexo.txt')]);
  expect(shown()).toEqual(['edital.txt sending', 'EDITAL.txt waiting', 'anexo.txt sending']);
  documents.push('EDITAL.txt');
  ends[0]?.done();
  await turn();
  expect(shown()).toEqual(['EDITAL.txt asking', 'anexo.txt sending']);
  queue.choose('keep-both', 'key-2');
  expect(shown()).toEqual(['EDITAL.txt sending', 'anexo.txt sending']);
  expect(sends.at(-1)?.upload.replaces).toBeNull();
});

test('a file that is sent again after a failure is not taken for its own namesake', async () => {
  const { queue, ends, documents, shown, turn } = open();
  queue.add([file('edital.txt')]);
  // It was stored, and only the answer was lost.
  documents.push('edital.txt');
  ends[0]?.fail(new ApiFailure({ kind: 'network' }));
  await turn();
  queue.retry('key-1');
  expect(shown()).toEqual(['edital.txt sending']);
});

test('a removed one is stopped, makes room and does not come back', async () => {
  const { queue, sends, ends, shown, turn } = open();
  queue.add(named(4));
  queue.remove('key-1');
  expect(sends[0]?.signal.aborted).toBe(true);
  expect(sends).toHaveLength(4);
  ends[0]?.fail(new Error('aborted'));
  sends[0]?.sent(0.5);
  await turn();
  expect(shown()).toEqual(['2.txt sending', '3.txt sending', '4.txt sending']);
});

test('leaving the page stops all uploads, and no waiting one begins', () => {
  const { queue, sends } = open();
  queue.add(named(6));
  queue.close();
  expect(sends).toHaveLength(3);
  expect(sends.every(({ signal }) => signal.aborted)).toBe(true);
  expect(queue.snapshot()).toEqual([]);
});
