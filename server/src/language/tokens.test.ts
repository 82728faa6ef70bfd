import { expect, test } from 'vitest';
import { countTokens, estimateTokens } from './tokens.ts';

test('a text is counted as the models count it', async () => {
  expect(await countTokens('')).toBe(0);
  expect(await countTokens('Olá, mundo!')).toBeGreaterThanOrEqual(3);
  expect(await countTokens('Uma frase comum em português. '.repeat(1_000))).toBeLessThan(10_000);
});

test('what a model takes for a command is text like any other', async () => {
  expect(await countTokens('antes <|endoftext|> depois')).toBeGreaterThan(3);
});

test('a word of 200,000 letters is counted in no time', async () => {
  const began = performance.now();
  expect(await countTokens('a'.repeat(200_000))).toBeGreaterThan(10_000);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('other work goes on while a long text is counted', async () => {
  const text = 'Uma frase comum em português. '.repeat(30_000);
  await countTokens('carregado');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await countTokens(text);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

test('the tokens of a long document are estimated from samples of all of it, those of a short one counted', async () => {
  const short = 'O prazo do recurso é de cinco dias. '.repeat(100);
  expect(await estimateTokens(Buffer.from(short))).toBe(await countTokens(short));
  const parts = Array.from({ length: 4_000 }, (_, index) =>
    index % 3
      ? `Artigo ${index}: o servidor terá ${index} dias. `
      : `{"chave_${index}": [${index}, 0.${index}]}\n`,
  );
  const long = parts.join('');
  const [counted, estimated] = [await countTokens(long), await estimateTokens(Buffer.from(long))];
  expect(long.length).toBeGreaterThan(100_000);
  expect(Math.abs(estimated - counted) / counted).toBeLessThan(0.02);
});
