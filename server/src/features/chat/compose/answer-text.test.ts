import { describe, expect, test } from 'vitest';
import { AnswerText, citedIn, withoutMarkers } from './answer-text.ts';

function shown(chunks: string[], known: number[]): { text: string; cited: number[] } {
  const text = new AnswerText(new Set(known));
  const out = chunks.map((chunk) => text.take(chunk)).join('') + text.end();
  return { text: out, cited: [...text.cited] };
}

/** The text in one piece, letter by letter, cut in two and in three everywhere. */
function* cuttings(text: string): Generator<string[]> {
  yield [text];
  yield [...Array(text.length).keys()].map((at) => text.charAt(at));
  for (let a = 0; a <= text.length; a += 1) {
    yield [text.slice(0, a), text.slice(a)];
    for (let b = a; b <= Math.min(text.length, a + 6); b += 1)
      yield [text.slice(0, a), text.slice(a, b), text.slice(b)];
  }
}

const CASES: [name: string, written: string, known: number[], expected: string, cited: number[]][] = [
  [
    'markers of sources are numbered as they come',
    'Sim [7]. E também [12][3]. De novo [12].',
    [3, 7, 12],
    'Sim [1]. E também [2][3]. De novo [2].',
    [7, 12, 3],
  ],
  [
    'a marker of no source goes, with the space before it',
    'Sim [1]. Talvez [7].',
    [1],
    'Sim [1]. Talvez.',
    [1],
  ],
  ['so it does where the agent has no sources', 'Sim [1].', [], 'Sim.', []],
  ['markers together become markers one by one', 'Sim [1, 2,3].', [1, 3], 'Sim [1][2].', [1, 3]],
  [
    'a list of numbers is not a list of sources',
    'Os pesos [10, 20, 30] somam 60.',
    [1],
    'Os pesos [10, 20, 30] somam 60.',
    [],
  ],
  [
    'what only looks like a marker stays',
    'a[ 1] [x] [] [^1] [1234] [-1] [1 [12',
    [1],
    'a[ 1] [x] [] [^1] [1234] [-1] [1 [12',
    [],
  ],
  ['an index in code is not a marker', 'Use `a[7]` e [7] e ``b`[8]``.', [1], 'Use `a[7]` e e ``b`[8]``.', []],
  [
    'nor in a block',
    'Veja [1]:\n```js\nx[7] = y[1];\n\nz[8]\n```\nFim [8].',
    [1],
    'Veja [1]:\n```js\nx[7] = y[1];\n\nz[8]\n```\nFim.',
    [1],
  ],
  [
    'nor in a block within a list',
    '- ```\n  a[7]\n  ```\n\nFim [7].',
    [1],
    '- ```\n  a[7]\n  ```\n\nFim.',
    [],
  ],
  ['a longer fence holds a shorter one', '~~~~\n~~~\na[7]\n~~~~\n[7]!', [], '~~~~\n~~~\na[7]\n~~~~\n!', []],
  ['a block on one line is code within it', '```a[7]``` e [7].', [], '```a[7]``` e.', []],
  [
    'a lone backtick does not reach beyond its paragraph',
    'um ` só [7]\n\nFim [7].',
    [1],
    'um ` só [7]\n\nFim.',
    [],
  ],
  [
    'NUL and half characters do not pass',
    'a\0b \ud83d\0\ude42 \ud83d c \ude42',
    [],
    'ab 🙂 \ufffd c \ufffd',
    [],
  ],
  ['a character that ends the text in half', 'fim \ud83d', [], 'fim \ufffd', []],
  ['NUL does not hide a marker', 'x [\x007] y', [1], 'x y', []],
];

describe('R-CHAT-39 an answer is the same text however its provider cuts it', () => {
  test.each(CASES)('%s', (_, written, known, expected, cited) => {
    for (const chunks of cuttings(written)) expect(shown(chunks, known)).toEqual({ text: expected, cited });
  });

  test('also for text that nobody thought of', () => {
    const alphabet = [
      '[',
      ']',
      '1',
      '7',
      ',',
      ' ',
      '`',
      '```',
      '~~~',
      '\n',
      'a',
      '- ',
      '\0',
      '\ud83d',
      '\ude42',
      '>',
    ];
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 4_000; round += 1) {
      const letters = Array.from({ length: 1 + next(30) }, () => alphabet[next(alphabet.length)] ?? '');
      const whole = shown([letters.join('')], [1]);
      expect(shown(letters, [1])).toEqual(whole);
      expect(whole.text.isWellFormed() && !whole.text.includes('\0')).toBe(true);
    }
  });

  test('the work grows with the text, whatever is in it', () => {
    for (const letter of [' ', '[', '`', '[1, ']) {
      const began = performance.now();
      shown([letter.repeat(200_000), letter.repeat(200_000)], [1]);
      expect(performance.now() - began).toBeLessThan(15_000);
    }
  });
});

test('a finished text tells which sources it cites', () => {
  const sources = [1, 2, 3].map((index) => ({ index }));
  expect(citedIn('Sim [1], `[3]` e [2].', sources)).toEqual({
    text: 'Sim [1], `[3]` e [2].',
    sources: [{ index: 1 }, { index: 2 }],
  });
  expect(citedIn('Sim [1], mas [4].', sources)).toEqual({ text: 'Sim [1], mas.', sources: [{ index: 1 }] });
});

test('a text that goes on keeps its numbers, and what was open in it stays open', () => {
  const text = new AnswerText(new Set([1, 2, 3, 4]));
  text.resume('Sim [1] e [2].\n```\na[1]', [1, 2]);
  expect(text.take('[4]\n``` Fim [4] e [2].') + text.end()).toBe('[4]\n``` Fim [3] e [2].');
  const open = new AnswerText(new Set([1, 2, 3, 4]));
  open.resume('Sim [1] e [2].', [1, 2]);
  expect(open.take(' Mais [4], [2] e [3].') + open.end()).toBe(' Mais [3], [2] e [4].');
  expect(open.cited).toEqual([1, 2, 4, 3]);
});

test('an old answer stands in the history without its numbers', () => {
  expect(withoutMarkers('Sim [1]. E `a[1]` [2, 3].')).toBe('Sim. E `a[1]` [2, 3].');
});
