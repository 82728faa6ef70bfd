import { expect, test } from 'vitest';
import { type FinishedSpan, openTracer, readTraceparent, traceparentOf } from './tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test.each<[string, unknown, boolean | null]>([
  ['the recommendation’s own', `00-${TRACE}-${SPAN}-01`, true],
  ['one that is not sampled', `00-${TRACE}-${SPAN}-00`, false],
  ['a later version with more in it', `cc-${TRACE}-${SPAN}-01-what-comes`, true],
  ['version 00 with more in it', `00-${TRACE}-${SPAN}-01-more`, null],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`, null],
  ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`, null],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`, null],
  ['large letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`, null],
  ['something else', 'x'.repeat(55), null],
  ['several at once', [`00-${TRACE}-${SPAN}-01`], null],
  ['none', undefined, null],
])('a traceparent is read as the W3C says: %s', (_, text, sampled) => {
  const read = readTraceparent(text);
  expect(read?.sampled ?? null).toBe(sampled);
  if (read) expect(traceparentOf(read)).toBe(`00-${TRACE}-${SPAN}-0${sampled ? 1 : 0}`);
});

test('spans are children of the span that runs them, also later, and of no other', async () => {
  const spans: FinishedSpan[] = [];
  const { start, within, isTracing, traceparent } = openTracer((span) => spans.push(span));
  expect([isTracing(), traceparent()]).toEqual([false, null]);
  const outer = start('outer', 'server', { parent: `00-${TRACE}-${SPAN}-01` });
  const other = start('other', 'server');
  await Promise.all([
    within(outer, async () => {
      await Promise.resolve();
      expect(readTraceparent(traceparent())).toEqual(outer.context);
      start('inner', 'client').end('23505');
    }),
    within(other, async () => start('beside', 'client').end()),
  ]);
  outer.end();
  outer.end();
  expect(spans.map(({ name, failure }) => [name, failure])).toEqual([
    ['beside', null],
    ['inner', '23505'],
    ['outer', null],
  ]);
  const [beside, inner, root] = spans;
  expect(root).toMatchObject({ context: { trace_id: TRACE }, parent_span_id: SPAN });
  expect(inner).toMatchObject({ context: { trace_id: TRACE }, parent_span_id: root?.context.span_id });
  expect(beside?.context.trace_id).not.toBe(TRACE);
  expect(isTracing()).toBe(false);
});

test('a share of the traces that begin here is sampled; a decision that comes with a request is kept', () => {
  const told = (share: number, parent?: string) => {
    let count = 0;
    const { start } = openTracer(() => (count += 1), { share });
    for (let n = 0; n < 400; n += 1) start('x', 'server', { parent }).end();
    return count;
  };
  expect(told(0)).toBe(0);
  expect(told(1)).toBe(400);
  expect(told(0.5)).toBeGreaterThan(120);
  expect(told(0.5)).toBeLessThan(280);
  expect(told(0, `00-${TRACE}-${SPAN}-01`)).toBe(400);
  expect(told(1, `00-${TRACE}-${SPAN}-00`)).toBe(0);
});
