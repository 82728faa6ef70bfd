import { describe, expect, test } from 'vitest';
import type { ChatRecord } from '#contract/chat-record.ts';
import type { Answer } from './answer.ts';
import { keyOfRecord, turnsOf } from './turns.ts';

let ids = 1_000;
const record = (rest: Partial<ChatRecord> = {}): ChatRecord => ({
  id: ++ids,
  question: 'Qual o prazo?',
  answer: 'Trinta dias.',
  created_at: '2026-11-20T12:00:00.000Z',
  status: 'done',
  sources: [],
  filters: [],
  without: [],
  feedback: null,
  local: false,
  ...rest,
});
const live = (rest: Partial<Answer> = {}, after_id = ids): Answer => ({
  key: `answer-${ids}`,
  run: 1,
  asked: {
    question: 'E depois?',
    asked_at: '2026-11-20T12:01:00.000Z',
    after_id,
    initial: false,
    idempotency_key: 'k',
  },
  text: 'Depois',
  streaming: true,
  done: false,
  status: 'streaming',
  sources: [],
  filters: [],
  results: [],
  local: false,
  masked: 0,
  unchecked_numbers: [],
  partial: false,
  ...rest,
});

describe('what is shown of a conversation', () => {
  test('R-CHAT-34 each record is a question and an answer, in order', () => {
    const turns = turnsOf(
      [record({ question: 'um', answer: '1' }), record({ question: 'dois', answer: '2' })],
      undefined,
    );
    expect(turns.map((turn) => [turn.question, turn.answer?.text])).toEqual([
      ['um', '1'],
      ['dois', '2'],
    ]);
  });

  test('R-CHAT-32 a question that was just sent stands at the end with an empty answer', () => {
    const [, turn] = turnsOf([record()], live({ text: '' }));
    expect(turn).toMatchObject({ question: 'E depois?', answer: { text: '', growing: true } });
  });

  test('R-CHAT-33 a question that was refused has no answer', () => {
    const [turn] = turnsOf([], live({ streaming: false, failure: { kind: 'refused' } }));
    expect(turn).toMatchObject({ question: 'E depois?', answer: undefined, refusal: { initial: false } });
  });

  test('R-CHAT-42 a record that is loaded while its answer is written stands there once, and keeps its key', () => {
    const first = record();
    const running = live();
    const stored = record({ question: 'E depois?', answer: 'Dep', status: 'streaming' });
    const turns = turnsOf([first, stored], running);
    expect(turns).toHaveLength(2);
    expect(turns[1]).toMatchObject({ key: running.key, id: stored.id, answer: { text: 'Depois' } });

    const finished = { ...stored, answer: 'Depois, nada.', status: 'done' as const };
    const after = turnsOf([first, finished], {
      ...running,
      message_id: stored.id,
      streaming: false,
      done: true,
      status: 'done',
    });
    expect(after[1]).toMatchObject({ key: running.key, answer: { text: 'Depois, nada.', growing: false } });
    expect(turnsOf([first, finished], undefined)[1]?.key).toBe(running.key);
  });

  test('the same question asked earlier is another turn', () => {
    const earlier = record({ question: 'E depois?' });
    expect(turnsOf([earlier], live({}, earlier.id))).toHaveLength(2);
  });

  test('a refused question that reached the server after all is shown once, as the server knows it', () => {
    const running = live({ streaming: false, failure: { kind: 'refused' } });
    const stored = record({ question: 'E depois?', answer: '', status: 'streaming' });
    expect(turnsOf([stored], running)).toHaveLength(1);
    expect(turnsOf([stored], running)[0]?.refusal).toBeUndefined();
  });

  test('a continued answer grows in its own turn, with its rating; a retried one begins without', () => {
    const feedback = { value: 'up' as const, reason: null };
    const stored = record({ question: 'E depois?', answer: 'De', status: 'interrupted', feedback });
    const before = turnsOf([stored], undefined);
    const again = (run: 'continue' | 'retry') =>
      live({
        key: keyOfRecord(stored.id),
        message_id: stored.id,
        asked: { ...live().asked, message_id: stored.id, run },
      });
    const continued = turnsOf([stored], again('continue'));
    expect(continued).toHaveLength(1);
    expect(continued[0]).toMatchObject({ key: before[0]?.key, answer: { growing: true, feedback } });
    expect(turnsOf([stored], again('retry'))[0]?.answer?.feedback).toBeNull();
  });

  test('an answer that could not be continued stays as it was, with the reason', () => {
    const stored = record({ question: 'E depois?', answer: 'De', status: 'interrupted' });
    const failure = { kind: 'refused' as const };
    const refused = live({
      streaming: false,
      failure,
      message_id: stored.id,
      asked: { ...live().asked, message_id: stored.id, run: 'continue' },
    });
    expect(turnsOf([stored], refused)).toMatchObject([
      { answer: { text: 'De', status: 'interrupted' }, rerunRefusal: { failure, rerun: 'continue' } },
    ]);
  });

  test('R-RCH-02 a refused edit stands at its question while that is the last one, and else at the end like any refused question', () => {
    const stored = record();
    const failure = { kind: 'refused' as const };
    const asked = { ...live().asked, question: 'Qual é o prazo novo?', edits: stored.id };
    const refused = live({ streaming: false, done: true, text: '', failure, asked }, stored.id);
    expect(turnsOf([stored], refused)).toMatchObject([
      { question: stored.question, editRefused: 'Qual é o prazo novo?', refusal: { failure } },
    ]);
    const variants = { index: 2, count: 2, ids: [stored.id, stored.id + 9] };
    const elsewhere = [
      [stored, record({ question: 'Outra?' })],
      [record({ id: stored.id + 9, question: 'De outro navegador?', variants })],
      [{ ...stored, answer: 'Tri', status: 'streaming' as const }],
    ];
    for (const records of elsewhere) {
      const turns = turnsOf(records, refused);
      expect(turns.map(({ editRefused }) => editRefused)).toEqual(turns.map(() => undefined));
      expect(turns).toHaveLength(records.length + 1);
      expect(turns.at(-1)).toMatchObject({ question: 'Qual é o prazo novo?', refusal: { failure } });
    }
  });

  test('an unchanged record is the same turn', () => {
    const stored = record();
    expect(turnsOf([stored], undefined)[0]).toBe(turnsOf([stored, record()], undefined)[0]);
  });

  test('what was taken away from a question is shown while it is answered and afterwards', () => {
    const without = [{ data_source_id: 3, parameter: 'Município', value: 'Recife' }];
    const asked = { ...live().asked, without };
    expect(turnsOf([], live({ asked }))[0]?.without).toEqual(without);
    expect(turnsOf([record({ without })], undefined)[0]?.without).toEqual(without);
  });

  test('filters that were understood and what the reader thought belong to the answer', () => {
    const filters = [
      { data_source_id: 3, data_source_name: 'Licitações', parameter: 'Município', values: ['Recife'] },
    ];
    const feedback = { value: 'up' as const, reason: null };
    expect(turnsOf([], live({ filters }))[0]?.answer).toMatchObject({ filters, feedback: null });
    expect(turnsOf([record({ filters, feedback })], undefined)[0]?.answer).toMatchObject({
      filters,
      feedback,
    });
  });
});
